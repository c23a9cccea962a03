// What the letters of a service or method tell, whatever services there are. Rules only.
#ifndef GRPCFG_RULES_NAME_TEXT_H_
#define GRPCFG_RULES_NAME_TEXT_H_

#include <algorithm>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/fields/full_name.h"
#include "schema/json/issue.h"
#include "validator/engine/diagnostic.h"

namespace grpcfg {

// True for bytes that protobuf has in no full name.
constexpr bool IsForeign(char c) { return !IsIdentifierByte(c) && c != '.'; }

// True if there is such a byte.
constexpr bool HasForeign(absl::string_view name) {
  return std::any_of(name.begin(), name.end(), [](char c) { return IsForeign(c); });
}

// `v1`, `v2beta`, `v1p1beta1`, `v1main`: how packages end (AIP-215).
bool IsVersion(absl::string_view part);

// `v1beta1Orders`, which lacks a dot.
bool BeginsWithVersion(absl::string_view part);

// The names in `Add,Remove` or `a.B | a.C`; none where it is no more than one.
std::vector<absl::string_view> NamesInOne(absl::string_view text);

// `a.B:Get` and `a.B#Get`, as other tools write a method of a service; empty where it is none.
struct MethodOfService {
  absl::string_view service;
  absl::string_view method;
};
MethodOfService MethodAfterColon(absl::string_view text);

// With the letters that are meant in place of those that look like them, and without characters
// that are not seen: what was pasted has them.
std::string InAscii(absl::string_view text);

// What makes `text` the name of nothing, as "ends with a dot"; empty if nothing does. Nothing is
// said of slashes.
absl::string_view WhyNever(absl::string_view text);

inline bool HasSlash(absl::string_view name) { return name.find('/') != absl::string_view::npos; }

// When what is set for a name that matches no call counts, and a part of a name that may match one,
// in place of the one at `node`.
inline constexpr absl::string_view kNameMatches = "the name matches calls";
TextEdit TrialName(NodeId node, Span span);

// A name, one part of which is wrong.
struct WrongName {
  absl::string_view service;
  absl::string_view method;
  bool is_method;  // which of them
  Span part;       // its bytes
  Span name;       // those of the object with both
};

// What to do about a `*` in a name. Only what is nothing but a star says clearly that all are
// meant.
void AddRemedyForWildcard(const WrongName& wrong, Diagnostic& diagnostic);

// What was meant by a part of a name that has a slash: a method with its service, or a path.
void AddRemedyForSlash(const WrongName& wrong, Diagnostic& diagnostic);

}  // namespace grpcfg

#endif  // GRPCFG_RULES_NAME_TEXT_H_
