#include "rules/policies_in_force.h"

#include <vector>

#include "absl/algorithm/container.h"
#include "validator/engine/counted.h"

namespace grpcfg {

Codes CodesAmong(const Located<List<ListedCode>>& codes, StatusCodeSet set) {
  Codes found;
  for (const ListedCode& code : ElementsOf(codes)) {
    if (!code.value || !set.Has(code.value->number)) continue;
    set.Remove(code.value->number);
    found.push_back(&code);
  }
  return found;
}

bool HasCodeAmong(const Located<List<ListedCode>>& codes, StatusCodeSet set) {
  return absl::c_any_of(ElementsOf(codes), [&](const ListedCode& code) {
    return code.value && set.Has(code.value->number);
  });
}

std::string NamesOf(const Codes& codes) {
  std::vector<std::string> names;
  names.reserve(codes.size());
  for (const ListedCode* const code : codes) {
    names.push_back(Quoted(kStatusCodeNames[static_cast<size_t>(code->value->number)]));
  }
  return Enumerate(names);
}

void AddFurtherCodes(const CheckContext& context, const Codes& codes, Diagnostic& words) {
  for (size_t i = 1; i < codes.size(); ++i) {
    words.secondary.push_back({context.SpanOf(codes[i]->node), {}});
  }
}

}  // namespace grpcfg
