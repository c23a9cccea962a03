// What one target goes on with, among others and alone.
#ifndef GRPCFG_TESTS_RESOLVED_ALONE_H_
#define GRPCFG_TESTS_RESOLVED_ALONE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "rules/families.h"
#include "schema/json/octet_lines.h"
#include "schema/json/octet_map.h"
#include "validator/engine/validate.h"
#include "validator/report/resolve_printer.h"
#include "validator/resolve/resolve.h"

namespace grpcfg {

// As JSON and without the reason of a verdict, which several findings may give.
inline std::string ResolvedJson(const Document& document, const Target& target,
                                Resolution resolution) {
  for (ResolvedChannel& channel : resolution.channels) channel.reason.reset();
  std::string json;
  const OctetMap itself;
  const OctetLines lines(document.tree.text(), itself);
  AppendResolvedJson({"a.json", lines, {target.spelling}, resolution}, json);
  return json;
}

// For the target at `index`: what `among_others` says of it, and what it says alone.
inline std::pair<std::string, std::string> ResolvedBothWays(const Document& document,
                                                            absl::Span<const Target> targets,
                                                            const Resolution& among_others,
                                                            size_t index) {
  Resolution own;  // its methods point into the other one
  own.channels.push_back(among_others.channels[index]);
  std::vector<MethodName> names;
  for (const ResolvedMethod& method : among_others.methods) {
    if (method.target != index) continue;
    names.push_back(*method.name);
    own.methods.push_back(method);
    own.methods.back().target = 0;
  }
  const absl::Span<const Target> target = targets.subspan(index, 1);
  Resolution alone = Resolve(document, target, Analyse(document, target, AllRules()), names);
  return {ResolvedJson(document, target[0], std::move(own)),
          ResolvedJson(document, target[0], std::move(alone))};
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_RESOLVED_ALONE_H_
