#include "rules/repeated_methods.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

// "`Library/CreateBook`", "every method of `Library`", "every method".
std::string ShortName(const EntryMethod& method) {
  if (method.service.empty()) return "every method";
  const absl::string_view service = ShortNameOf(method.service);
  if (method.method.empty()) return absl::StrCat("every method of ", Quoted(service));
  return Quoted(absl::StrCat(service, "/", method.method));
}

constexpr size_t kMostListed = 3;

std::string EvidenceFor(const Judged& judged) {
  if (IsUntold(judged)) return "its name does not tell";
  return EvidenceFor(judged.safety, judged.method.method);
}

}  // namespace

MethodSafety SafetyOf(const EntryMethod& method) {
  return method.described != nullptr ? SafetyOf(*method.described) : SafetyOfName(method.method);
}

bool IsNotKnownToRepeat(const Judged& judged) {
  return judged.method.described != nullptr && !MayRepeat(judged.safety.safety);
}

bool IsNotIdempotentByName(const Judged& judged) {
  return judged.method.described == nullptr && IsNotIdempotent(judged);
}

bool IsUnsafe(const Judged& judged) {
  return IsNotKnownToRepeat(judged) || IsNotIdempotentByName(judged);
}

bool HasNotIdempotentByName(const std::vector<Judged>& judged) {
  return std::any_of(judged.begin(), judged.end(), IsNotIdempotentByName);
}

bool IsNotIdempotent(const Judged& judged) {
  return judged.safety.safety == Safety::kNotIdempotent;
}

bool IsUntold(const Judged& judged) {
  return judged.method.described == nullptr && judged.safety.safety == Safety::kUnknown;
}

std::string ListOf(const std::vector<Judged>& judged) {
  std::vector<std::string> names;
  for (const Judged& each : judged) {
    if (names.size() < kMostListed) names.push_back(ShortName(each.method));
  }
  return EnumerateOf(judged.size(), std::move(names));
}

void AddEvidence(const std::vector<Judged>& judged, Diagnostic& words) {
  for (const Judged& each : judged) {
    if (words.notes.size() >= kMostListed) break;
    if (each.method.method.empty()) continue;  // a whole service: nothing is known
    words.notes.push_back(absl::StrCat(ShortName(each.method), ": ", EvidenceFor(each)));
  }
}

void AddName(const CheckContext& context, const Judged& judged, Diagnostic& words) {
  const Name& name = *judged.method.name;
  const bool is_all_of_it = judged.method.method.empty() || !TextOf(name->method).empty();
  const std::string method = ShortName(judged.method);
  words.secondary.push_back(
      {context.SpanOf(name.node),
       is_all_of_it ? absl::StrCat("names ", method) : absl::StrCat(method, " among others")});
}

}  // namespace grpcfg
