#include "validator/resolve/why.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_split.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_pointers.h"

namespace grpcfg {
namespace {

// In the order of MatchedBy.
constexpr absl::string_view kMatchNames[] = {"nothing", "method", "service", "all"};

MethodName NameOf(const NamedEntry& named) {
  return {std::string(TextOf((*named.name)->service)), std::string(TextOf((*named.name)->method))};
}

MatchedBy MatchOf(const MethodName& name) {
  if (!name.method.empty()) return MatchedBy::kMethod;
  return name.service.empty() ? MatchedBy::kAll : MatchedBy::kService;
}

// What stands at a path of field names in an entry; kNoNode: nothing. Of equal keys the last one.
struct WrittenField {
  const Message* message = nullptr;
  const Field* field = nullptr;
  NodeId key = kNoNode;
};

WrittenField FindWritten(const JsonTree& tree, NodeId entry, absl::string_view path) {
  WrittenField found;
  const Message* message = &MethodConfigMessage();
  NodeId object = entry;
  for (const absl::string_view name : absl::StrSplit(path, '.')) {
    found = {message, FindField(*message, name), kNoNode};
    tree.ForEachMember(object, [&](const JsonMember& member) {
      if (tree.Text(member.key) == name) found.key = member.key;
    });
    if (found.key == kNoNode) break;
    object = found.key + 1;
    message = found.field->message;
  }
  return found;
}

// Explains the methods of one target.
class Explainer {
 public:
  Explainer(const JsonTree& tree, size_t index, const Target& target, const Report& report)
      : tree_(tree), index_(index), target_(target), report_(report), pointers_(tree) {}

  Why Of(const ResolvedMethod& method, const std::vector<NamedEntry>& entries) {
    Why why;
    if (entries.empty()) return why;
    const MethodName name = NameOf(entries[0]);
    why.by = MatchOf(name);
    why.name = SpellMethodName(name);
    if (target_.profile->name_match != NameMatch::kEachField) {
      std::transform(entries.begin() + 1, entries.end(), std::back_inserter(why.hidden),
                     [&](const NamedEntry& named) {
                       const NodeId node = named.entry->node;
                       return HiddenEntry{pointers_.Of(node), tree_.span(node),
                                          SpellMethodName(NameOf(named))};
                     });
    }
    for (const std::string& path : method.entry->ignored) {
      why.ignored.push_back(Ignored(path, FindWritten(tree_, entries[0].entry->node, path)));
    }
    return why;
  }

 private:
  // The client's lack of the field, or what the first finding on it says.
  [[nodiscard]] IgnoredField Ignored(const std::string& path, const WrittenField& written) const {
    if (written.key == kNoNode) return {path, {}, {}};
    switch (target_.profile->Of(*written.message, *written.field).use) {
      case Use::kUnknown:
        return {path, "the client does not have this field", {}};
      case Use::kCheckedOnly:
        return {path, "the client checks it and never uses it", {}};
      case Use::kApplied:
        break;
    }
    const Span member = {tree_.span(written.key).begin, tree_.span(written.key + 1).end};
    for (const Diagnostic& diagnostic : report_.diagnostics) {
      if (!member.Contains(diagnostic.primary.span) || !Costs(diagnostic)) continue;
      return {path, diagnostic.message, std::string(diagnostic.rule)};
    }
    return {path, {}, {}};
  }

  // True if a policy or a detail is lost by it.
  [[nodiscard]] bool Costs(const Diagnostic& diagnostic) const {
    return std::any_of(diagnostic.effects.begin(), diagnostic.effects.end(),
                       [&](const TargetEffect& effect) {
                         return effect.target == index_ && effect.effect > Effect::kAlters;
                       });
  }

  const JsonTree& tree_;
  size_t index_;
  const Target& target_;
  const Report& report_;
  JsonPointers pointers_;
};

}  // namespace

absl::string_view MatchName(MatchedBy by) { return kMatchNames[static_cast<size_t>(by)]; }

std::vector<Why> Explain(const Document& document, absl::Span<const Target> targets,
                         const Analysis& analysis, const Resolution& resolution) {
  std::vector<Why> whys(resolution.methods.size());
  for (size_t i = 0; i < targets.size(); ++i) {
    const ServiceConfig* const config =
        UsedConfig(document, *analysis.readings[i], analysis.report.verdicts[i]);
    if (config == nullptr) continue;
    const MethodEntries entries(*config, targets[i].profile->name_match);
    Explainer explainer(document.tree, i, targets[i], analysis.report);
    std::vector<NamedEntry> found;
    for (size_t at = i; at < whys.size(); at += targets.size()) {
      const ResolvedMethod& method = resolution.methods[at];
      entries.Find(*method.name, found);
      whys[at] = explainer.Of(method, found);
    }
  }
  return whys;
}

}  // namespace grpcfg
