// A text and what a profile reads in it, for the tests of Read.
#ifndef GRPCFG_TESTS_SCHEMA_READING_H_
#define GRPCFG_TESTS_SCHEMA_READING_H_

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "schema/read/read.h"

namespace grpcfg {

inline const ProfileAt kSpecAt{SpecProfile()};
inline const LinkedPolicies& SpecPolicies() { return kSpecAt.default_policies; }

// Keeps text, tree and reading together, because each looks into the one before.
class ReadText {
 public:
  explicit ReadText(std::string text, const Profile& profile = SpecProfile())
      : ReadText(std::move(text), ProfileAt(profile)) {}
  ReadText(std::string text, const ProfileAt& profile)
      : ReadText(std::move(text), profile, profile.default_policies) {}
  ReadText(std::string text, const ProfileAt& profile, const LinkedPolicies& policies)
      : text_(std::move(text)),
        document_(ParseDocumentByShape(text_)),
        reading_(Read(document_, {profile, policies})) {}
  ReadText(std::string text, DocumentKind kind)
      : text_(std::move(text)),
        document_(ParseDocument(text_, kind)),
        reading_(Read(document_, {kSpecAt, SpecPolicies()})) {}
  ReadText(std::string text, DocumentKind kind, const ProfileAt& profile)
      : text_(std::move(text)),
        document_(ParseDocument(text_, kind)),
        reading_(Read(document_, {profile, profile.default_policies})) {}
  ReadText(const ReadText&) = delete;
  ReadText& operator=(const ReadText&) = delete;

  [[nodiscard]] const Reading& reading() const { return reading_; }
  [[nodiscard]] const ServiceConfig& config() const { return *reading_.configs.at(0); }
  [[nodiscard]] const std::vector<Issue>& issues() const { return reading_.issues; }
  [[nodiscard]] absl::string_view Source(Span span) const { return Slice(text_, span); }
  [[nodiscard]] absl::string_view Source(NodeId node) const {
    return Source(document_.tree.span(node));
  }

  // The method config at `index`, which must be there.
  [[nodiscard]] const MethodConfig& method(size_t index) const {
    return config().method_config.value.value()[index];
  }

  [[nodiscard]] std::vector<IssueKind> Kinds() const {
    std::vector<IssueKind> kinds;
    kinds.reserve(issues().size());
    for (const Issue& issue : issues()) kinds.push_back(issue.kind);
    std::sort(kinds.begin(), kinds.end());
    return kinds;
  }

  // The bytes that each issue points to, in their order in the text.
  [[nodiscard]] std::vector<std::string> Blamed() const {
    std::vector<Issue> sorted = issues();
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Issue& a, const Issue& b) { return a.span.begin < b.span.begin; });
    std::vector<std::string> blamed;
    blamed.reserve(sorted.size());
    for (const Issue& issue : sorted) blamed.emplace_back(Source(issue.span));
    return blamed;
  }

 private:
  std::string text_;
  Document document_;
  Reading reading_;
};

// A config with one entry for all methods, with `members` in it.
inline std::string Entry(absl::string_view members) {
  return absl::StrCat(R"({"methodConfig": [{"name": [{}], )", members, "}]}");
}

// A config with a retry policy that has these values.
inline std::string RetryPolicyWith(absl::string_view max_attempts, absl::string_view multiplier,
                                   absl::string_view codes = R"(["UNAVAILABLE"])") {
  return Entry(absl::StrCat(
      R"("retryPolicy": {"initialBackoff": "0.1s", "maxBackoff": "1s", "maxAttempts": )",
      max_attempts, R"(, "backoffMultiplier": )", multiplier, R"(, "retryableStatusCodes": )",
      codes, "}"));
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_SCHEMA_READING_H_
