#include "rules/policies_in_force.h"

namespace grpcfg {
namespace {

bool IsAmong(const ListedCode& code, StatusCodeSet set) {
  return code.value && set.Has(code.value->number);
}

}  // namespace

std::vector<const ListedCode*> CodesAmong(const Located<List<ListedCode>>& codes,
                                          StatusCodeSet set) {
  std::vector<const ListedCode*> found;
  if (!codes.value) return found;
  for (const ListedCode& code : *codes.value) {
    if (!IsAmong(code, set)) continue;
    set.Remove(code.value->number);
    found.push_back(&code);
  }
  return found;
}

std::string NamesOf(const std::vector<const ListedCode*>& codes) {
  std::vector<std::string> names;
  names.reserve(codes.size());
  for (const ListedCode* const code : codes) {
    names.push_back(Quoted(kStatusCodeNames[static_cast<size_t>(code->value->number)]));
  }
  return Enumerate(names);
}

void AddFurtherCodes(const CheckContext& context, const std::vector<const ListedCode*>& codes,
                     Diagnostic& words) {
  for (size_t i = 1; i < codes.size(); ++i) {
    words.secondary.push_back({context.SpanOf(codes[i]->node), {}});
  }
}

}  // namespace grpcfg
