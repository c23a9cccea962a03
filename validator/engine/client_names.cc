#include "validator/engine/client_names.h"

#include <cstddef>

#include "absl/strings/str_cat.h"

namespace grpcfg {

absl::string_view LibraryName(Implementation implementation) {
  switch (implementation) {
    case Implementation::kSpec:
      return "the spec";
    case Implementation::kCore:
      return "C-core";
    case Implementation::kGo:
      return "grpc-go";
    case Implementation::kJava:
      return "grpc-java";
    case Implementation::kNode:
      return "grpc-js";
    case Implementation::kDotnet:
      return "grpc-dotnet";
    case Implementation::kGapic:
      return "a client generator (gapic)";
  }
  return "";
}

std::string ClientName(const Target& target) {
  const absl::string_view library = LibraryName(target.profile->implementation());
  const size_t at = target.spelling.find('@');
  if (at == std::string::npos) return std::string(library);
  return absl::StrCat(library, " ", target.spelling.substr(at + 1));
}

std::string ClientNames(absl::Span<const Target> targets, absl::Span<const size_t> which) {
  std::string names;
  for (size_t i = 0; i < which.size(); ++i) {
    const absl::string_view before = i == 0 ? "" : i + 1 == which.size() ? " and " : ", ";
    absl::StrAppend(&names, before, ClientName(targets[which[i]]));
  }
  return names;
}

}  // namespace grpcfg
