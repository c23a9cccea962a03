#include "schema/read/skipped.h"

#include "schema/read/reader.h"

namespace grpcfg {
namespace {

bool HasKey(const JsonTree& tree, NodeId object, absl::string_view name) {
  bool found = false;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    found = found || (tree.Text(member.key) == name && tree.kind(member.value) != JsonKind::kNull);
  });
  return found;
}

// Walks from the root to a node, as one client does.
class Walk {
 public:
  Walk(const Document& document, const Client& client, NodeId target)
      : tree_(document.tree), client_(client), target_(target) {}

  // A value on the way: of `message`, or a list or a map of such.
  struct Place {
    const Message* message;
    Shape shape;
    NodeId value;
  };

  [[nodiscard]] std::optional<Skipped> From(const Place& first) const {
    Step step = {.next = first};
    while (step.next) step = At(*step.next);
    return step.skipped;
  }

 private:
  // What was found at a place, or where to go on.
  struct Step {
    std::optional<Skipped> skipped = {};
    std::optional<Place> next = {};
  };

  [[nodiscard]] Step At(const Place& place) const {
    if (tree_.kind(place.value) == JsonKind::kArray) return AtList(*place.message, place.value);
    if (tree_.kind(place.value) != JsonKind::kObject) return {};
    const NodeId end = tree_.node(place.value).next;
    for (NodeId key = place.value + 1; key < end; key = tree_.node(key + 1).next) {
      const JsonMember member = {key, key + 1};
      if (target_ != key && !tree_.IsIn(target_, member.value)) continue;
      if (place.shape != Shape::kMap) return AtMember(*place.message, place.value, member);
      return {.next = Place{place.message, Shape::kOne, member.value}};
    }
    return {};
  }

  [[nodiscard]] Step AtList(const Message& message, NodeId list) const {
    Step step;
    bool is_chosen = false;
    tree_.ForEachElement(list, [&](NodeId element) {
      if (tree_.IsIn(target_, element)) {
        step = is_chosen && target_ > element + 1
                   ? Step{.skipped = PolicyIn(element)}
                   : Step{.next = Place{&message, Shape::kOne, element}};
      }
      is_chosen = is_chosen || (&message == &LoadBalancingConfigMessage() && Ends(element));
    });
    return step;
  }

  // The policy of an entry after the one that the client uses.
  [[nodiscard]] std::optional<Skipped> PolicyIn(NodeId entry) const {
    const Message& message = LoadBalancingConfigMessage();
    if (tree_.kind(entry) != JsonKind::kObject) return std::nullopt;
    return Skipped{&message, FindField(message, tree_.Text(entry + 1))};
  }

  // True if the client looks at no value after this entry of a list of LB policies.
  [[nodiscard]] bool Ends(NodeId entry) const {
    switch (client_.profile.policy_choice) {
      case PolicyChoice::kEveryKnown:
      case PolicyChoice::kEveryOne:
      case PolicyChoice::kFirstThatParses:
        return false;
      default:
        break;
    }
    const bool has_policy =
        tree_.kind(entry) == JsonKind::kObject && tree_.node(entry).next > entry + 1;
    if (!has_policy) return false;
    const absl::string_view name = tree_.Text(entry + 1);
    return client_.policies.Has(FindField(LoadBalancingConfigMessage(), name), name);
  }

  // What the key names by the spec, or else to the client; null: nothing.
  [[nodiscard]] const Field* FieldOf(const Message& message, NodeId key) const {
    const Field* const field = FindField(message, tree_, key);
    if (field != nullptr) return field;
    const ProfileAt& profile = client_.profile;
    const size_t place = KeyMatcher{profile, tree_, message, profile.Of(message)}.Match(key, 0);
    return place < message.fields.size() ? &message.fields[place] : nullptr;
  }

  [[nodiscard]] Step AtMember(const Message& message, NodeId object,
                              const JsonMember& member) const {
    const absl::string_view key = tree_.Text(member.key);
    const Field* const field = FieldOf(message, member.key);
    if (field == nullptr) {
      return target_ == member.key ? Step() : Step{.skipped = Skipped{&message, nullptr}};
    }
    if (IsSkipped(message, *field, object)) return {.skipped = Skipped{&message, field}};
    const bool is_policy = &message == &LoadBalancingConfigMessage();
    const bool is_unlinked = is_policy &&
                             client_.profile.policy_choice != PolicyChoice::kEveryOne &&
                             !client_.policies.Has(field, key);
    if (is_unlinked && target_ != member.key) return {.skipped = Skipped{&message, field}};
    if (field->message == nullptr || target_ == member.key) return {};
    return {.next = Place{field->message, field->shape, member.value}};
  }

  [[nodiscard]] bool IsSkipped(const Message& message, const Field& field, NodeId object) const {
    const FieldReading& reading = client_.profile.Of(message, field);
    if (reading.use == Use::kUnknown) return true;
    const auto has = [&](uint8_t other) {
      return HasKey(tree_, object, message.fields[other].json_name);
    };
    if (reading.only_without != kNoField && has(reading.only_without)) return true;
    return reading.checked_with != kNoField && !has(reading.checked_with);
  }

  const JsonTree& tree_;
  const Client& client_;
  NodeId target_;
};

}  // namespace

std::optional<Skipped> FindSkipped(const Document& document, const Client& client, NodeId node) {
  if (!Meets(client.profile, document.kind)) return Skipped{};
  if (node >= document.tree.size()) return std::nullopt;
  const Message& root =
      document.kind == DocumentKind::kConfig ? ServiceConfigMessage() : ChoiceMessage();
  return Walk(document, client, node).From({&root, Shape::kOne, JsonTree::kRoot});
}

NodeId NodeAtPlace(const JsonTree& tree, Span span) {
  const NodeId node = tree.NodeAt(span);
  return node != kNoNode ? node : tree.LastBefore(span.begin + 1);
}

}  // namespace grpcfg
