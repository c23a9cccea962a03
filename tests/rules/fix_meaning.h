// What a fix changes for each client, by what `resolve` says before and after it.
// A value may change only where an edit stands: in the value, in a key or a bracket around it, in
// the policy that a client had not at all or has not any more, or in the `name` of the entry that
// serves the method. What a client makes of a value by itself, a default or a limit, may depend on
// the others in its object. A client that rejected the config had no values.
#ifndef GRPCFG_TESTS_RULES_FIX_MEANING_H_
#define GRPCFG_TESTS_RULES_FIX_MEANING_H_

#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "schema/json/json_pointers.h"
#include "validator/engine/validate.h"
#include "validator/fix/edited_text.h"
#include "validator/resolve/resolve.h"

namespace grpcfg {

// A text before or after edits, and where they stand in it.
class EditedSide {
 public:
  EditedSide(absl::string_view text, DocumentKind kind, const CheckPlan& plan,
             std::vector<Span> edits)
      : document_(ParseDocument(text, kind)),
        targets_(plan.targets),
        analysis_(Analyse(document_, plan)),
        pointers_(document_.tree),
        edits_(std::move(edits)) {}

  [[nodiscard]] const Report& report() const { return analysis_.report; }
  [[nodiscard]] std::vector<MethodName> Names() const { return NamesIn(document_, analysis_); }

  void ResolveAll(const std::vector<MethodName>& names) {
    resolution_ = Resolve(document_, targets_, analysis_, names);
  }
  [[nodiscard]] const Resolution& resolution() const { return resolution_; }

  // True if an edit is in the bytes of a node, or makes another thing of what is around it.
  [[nodiscard]] bool IsTouched(NodeId node) {
    if (node == kNoNode) return false;
    const JsonTree& tree = document_.tree;
    // An LB policy is a key.
    if (tree.kind(node) == JsonKind::kKey && HasEdit(tree.span(node + 1))) return true;
    if (HasEdit(tree.span(node))) return true;
    for (; node != JsonTree::kRoot; node = pointers_.ContainerOf(node)) {
      const NodeId key = tree.KeyOf(node);
      if (key != kNoNode && HasEdit(tree.span(key))) return true;
      const Span around = tree.span(pointers_.ContainerOf(node));
      if (HasEdit({around.begin, around.begin + 1}) || HasEdit({around.end - 1, around.end})) {
        return true;
      }
    }
    return false;
  }

  // The same of the object that a value stands in.
  [[nodiscard]] bool IsHolderTouched(NodeId node) {
    return node != kNoNode && node != JsonTree::kRoot && IsTouched(pointers_.ContainerOf(node));
  }

  // True if a client uses another value than is written, or one that is not.
  [[nodiscard]] bool IsOwn(const EffectiveValue& value) const {
    return value.node == kNoNode ||
           Slice(document_.tree.text(), document_.tree.span(value.node)) != value.json;
  }

  // True if an edit is in what an entry is for.
  [[nodiscard]] bool IsNameTouched(Span entry) {
    const NodeId node = document_.tree.NodeAt(entry);
    if (entry.empty() || node == kNoNode) return false;
    bool is_touched = false;
    document_.tree.ForEachMember(node, [&](const JsonMember& member) {
      is_touched = is_touched || (absl::EqualsIgnoreCase(document_.tree.Text(member.key), "name") &&
                                  IsTouched(member.value));
    });
    return is_touched;
  }

 private:
  // An edit without bytes is in what begins or ends there.
  [[nodiscard]] bool HasEdit(Span span) const {
    return absl::c_any_of(edits_, [&](const Span& edit) {
      return edit.empty() ? span.begin <= edit.begin && edit.end <= span.end
                          : edit.begin < span.end && span.begin < edit.end;
    });
  }

  Document document_;
  absl::Span<const Target> targets_;
  Analysis analysis_;
  JsonPointers pointers_;
  std::vector<Span> edits_;
  Resolution resolution_;
};

// The config of the LB policy.
inline std::vector<EffectiveValue> PolicyValues(const ResolvedChannel& channel) {
  const size_t others = ValuesOf(channel.effective).size();
  return {std::next(channel.values.begin(), static_cast<std::ptrdiff_t>(others)),
          channel.values.end()};
}

class MeaningOfEdits {
 public:
  // `edits` are of `text`, sorted.
  MeaningOfEdits(absl::string_view text, DocumentKind kind, const std::vector<TextEdit>& edits,
                 const CheckPlan& plan)
      : targets_(plan.targets),
        edited_(text, edits),
        before_(text, kind, plan, SpansOf(edits)),
        after_(edited_.text(), kind, plan, {edited_.written().begin(), edited_.written().end()}) {
    std::vector<MethodName> names = before_.Names();
    for (const MethodName& name : after_.Names()) {
      if (!absl::c_linear_search(names, name)) names.push_back(name);
    }
    before_.ResolveAll(names);
    after_.ResolveAll(names);
  }

  // What changes for a target elsewhere than where an edit stands, in words.
  std::vector<std::string> UnnamedChanges() {
    const Resolution& old = before_.resolution();
    const Resolution& now = after_.resolution();
    for (size_t i = 0; i < targets_.size(); ++i) {
      where_ = std::string(targets_[i].spelling);
      is_lb_touched_ = false;
      Compare(i, ValuesOf(old.channels[i].effective), ValuesOf(now.channels[i].effective), false);
      Compare(i, PolicyValues(old.channels[i]), PolicyValues(now.channels[i]), is_lb_touched_);
    }
    for (size_t i = 0; i < old.methods.size(); ++i) {
      const ResolvedMethod& was = old.methods[i];
      const ResolvedMethod& is = now.methods[i];
      where_ = absl::StrCat(targets_[was.target].spelling, " ", SpellMethodName(*was.name));
      Compare(was.target, was.entry->values, is.entry->values,
              before_.IsNameTouched(was.entry->span) || after_.IsNameTouched(is.entry->span));
    }
    return std::move(changes_);
  }

 private:
  struct Pair {
    const EffectiveValue* old = nullptr;
    const EffectiveValue* now = nullptr;
  };
  using Pairs = std::map<std::string, Pair>;

  static std::vector<Span> SpansOf(const std::vector<TextEdit>& edits) {
    std::vector<Span> spans;
    spans.reserve(edits.size());
    for (const TextEdit& edit : edits) spans.push_back(edit.span);
    return spans;
  }

  static bool HasPolicy(const std::vector<EffectiveValue>& values, absl::string_view policy) {
    return absl::c_any_of(values,
                          [&](const EffectiveValue& each) { return each.policy == policy; });
  }

  // A verdict that is unknown may have been a rejection.
  [[nodiscard]] bool HadValues(size_t target) const {
    const Verdict was = before_.resolution().channels[target].verdict;
    const Verdict is = after_.resolution().channels[target].verdict;
    return was != Verdict::kRejects && (was != Verdict::kUnknown || is != Verdict::kRejects);
  }

  void Compare(size_t target, const std::vector<EffectiveValue>& old,
               const std::vector<EffectiveValue>& now, bool is_named) {
    if (is_named || !HadValues(target)) return;
    Pairs pairs;
    for (const EffectiveValue& value : old) pairs[value.Path()].old = &value;
    for (const EffectiveValue& value : now) pairs[value.Path()].now = &value;
    for (const auto& [path, pair] : pairs) {
      const auto json = [](const EffectiveValue* value) { return value ? value->json : "nothing"; };
      if (json(pair.old) == json(pair.now)) continue;
      if (IsHealthOfTouched(path, pairs)) continue;
      if (IsTouched(pair) || IsPolicyTouched(pair, pairs, old, now)) {
        is_lb_touched_ = is_lb_touched_ || absl::StartsWith(path, "loadBalancing");
        continue;
      }
      changes_.push_back(
          absl::StrCat(where_, " ", path, ": ", json(pair.old), " -> ", json(pair.now)));
    }
  }

  // The LB policy decides whether health is checked.
  bool IsHealthOfTouched(absl::string_view path, const Pairs& pairs) {
    const auto policy = pairs.find("loadBalancing");
    return absl::StartsWith(path, "healthCheckConfig") && policy != pairs.end() &&
           IsTouched(policy->second);
  }

  bool IsTouched(const Pair& pair) {
    return (pair.old != nullptr && before_.IsTouched(pair.old->node)) ||
           (pair.now != nullptr && after_.IsTouched(pair.now->node));
  }

  // Of a policy that is there on one side only, any of its values may be to blame; of a value that
  // is a client's own, too.
  bool IsPolicyTouched(const Pair& pair, const Pairs& pairs, const std::vector<EffectiveValue>& old,
                       const std::vector<EffectiveValue>& now) {
    const EffectiveValue& value = pair.old != nullptr ? *pair.old : *pair.now;
    const bool is_own = (pair.old != nullptr && before_.IsOwn(*pair.old)) ||
                        (pair.now != nullptr && after_.IsOwn(*pair.now));
    if (value.policy.empty()) return false;
    if (!is_own && HasPolicy(old, value.policy) && HasPolicy(now, value.policy)) return false;
    return absl::c_any_of(pairs, [&](const auto& each) {
      const Pair& other = each.second;
      const auto is_of_policy = [&](const EffectiveValue* one) {
        return one != nullptr && one->policy == value.policy;
      };
      return (is_of_policy(other.old) && before_.IsHolderTouched(other.old->node)) ||
             (is_of_policy(other.now) && after_.IsHolderTouched(other.now->node));
    });
  }

  absl::Span<const Target> targets_;
  EditedText edited_;
  EditedSide before_;
  EditedSide after_;
  std::string where_;
  bool is_lb_touched_ = false;
  std::vector<std::string> changes_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_RULES_FIX_MEANING_H_
