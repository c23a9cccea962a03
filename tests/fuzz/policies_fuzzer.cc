// libFuzzer target for LB policies: the bytes choose among the rows of the field table, so that
// what is checked is a tree of policies at any depth, as a config, a choice list and a TXT value.
// No crash; every place lies in the text; a choice list and the TXT value of it get the same
// verdict.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "rules/families.h"
#include "schema/fields/field_table.h"
#include "tests/fuzz/report_invariants.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

constexpr size_t kMaxDepth = 40;
constexpr size_t kMaxBytes = 1 << 16;

// Values that are right for some type and wrong for others.
constexpr absl::string_view kScalars[] = {
    "null",           "true",      "0",           "1",         "-1",      "2.5",    "8388608",
    "8388609",        "\"1s\"",    "\"\"",        "\"0.05s\"", "\"-1s\"", "\"77\"", "\"a\"",
    "\"x-session\"",  "\"a-bin\"", "\"HEALTHY\"", "{}",        "[]",      "[{}]",   "1e400",
    "\"round_robin\""};

// A JSON text that the bytes describe; with no bytes left everything is as short as can be.
class PolicyText {
 public:
  PolicyText(const uint8_t* bytes, size_t size) : at_(bytes), end_(bytes + size) {}

  std::string Make() {
    List(LoadBalancingConfigMessage());
    return std::move(text_);
  }

 private:
  size_t Below(size_t bound) { return at_ == end_ ? 0 : *at_++ % bound; }
  [[nodiscard]] bool IsFull() const { return depth_ > kMaxDepth || text_.size() > kMaxBytes; }

  void List(const Message& message) {
    Several("[", "]", [&](size_t /*index*/) { Object(message); });
  }

  // Up to three elements between brackets.
  template <typename Element>
  void Several(absl::string_view open, absl::string_view close, const Element& element) {
    absl::StrAppend(&text_, open);
    const size_t count = IsFull() ? 0 : Below(4);
    for (size_t i = 0; i < count; ++i) {
      if (i > 0) absl::StrAppend(&text_, ",");
      element(i);
    }
    absl::StrAppend(&text_, close);
  }

  void Object(const Message& message) {
    ++depth_;
    absl::StrAppend(&text_, "{");
    const bool policy = &message == &LoadBalancingConfigMessage();
    const size_t most = policy ? 2 : message.fields.size();
    for (size_t count = IsFull() || message.fields.empty() ? 0 : Below(most + 1), i = 0; i < count;
         ++i) {
      const Field& field = message.fields[Below(message.fields.size())];
      absl::StrAppend(&text_, i > 0 ? "," : "", "\"", field.json_name, Below(50) == 1 ? "s" : "",
                      "\":");
      Value(field);
    }
    absl::StrAppend(&text_, "}");
    --depth_;
  }

  void Value(const Field& field) {
    const bool any = Below(20) == 1;
    if (any || field.shape == Shape::kOne) return Single(field, any);
    if (field.shape == Shape::kList) {
      return Several("[", "]", [&](size_t /*index*/) { Single(field, false); });
    }
    // Names of children that priorities can name, and of keys that stand twice.
    constexpr absl::string_view kKeys[] = {"a", "x-session", "aa"};
    Several("{", "}", [&](size_t index) {
      absl::StrAppend(&text_, "\"", kKeys[index], "\":");
      Single(field, false);
    });
  }

  void Single(const Field& field, bool any) {
    if (field.message == nullptr || any) {
      absl::StrAppend(&text_, kScalars[Below(std::size(kScalars))]);
    } else {
      Object(*field.message);
    }
  }

  const uint8_t* at_;
  const uint8_t* end_;
  std::string text_;
  size_t depth_ = 0;
};

Verdict Check(const std::string& text, DocumentKind kind, const std::vector<Target>& targets) {
  const Report report = Validate(ParseDocument(text, kind), targets, AllRules());
  CheckReport(report, text);
  return report.verdicts[0];
}

std::vector<Target> TargetsWith(absl::string_view lb_policies) {
  std::vector<Target> targets = *ParseTargets("spec,gapic");
  Require(LinkPolicies(lb_policies, targets).ok());
  return targets;
}

void CheckPolicies(const std::string& list) {
  static const std::vector<Target> kDefault = TargetsWith("default");
  static const std::vector<Target> kAll = TargetsWith("all");
  const std::string config = absl::StrCat("{\"loadBalancingConfig\":", list, "}");
  const std::string choices = absl::StrCat("[{\"serviceConfig\":", config, "}]");
  const std::string txt = absl::StrCat(kTxtAttribute, choices);
  const Verdict verdict = Check(config, DocumentKind::kConfig, kDefault);
  Check(config, DocumentKind::kConfig, kAll);
  Require(Check(choices, DocumentKind::kChoices, kDefault) == verdict);
  Require(Check(txt, DocumentKind::kTxt, kDefault) == verdict);
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  grpcfg::CheckPolicies(grpcfg::PolicyText(bytes, size).Make());
  return 0;
}
