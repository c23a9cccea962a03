// Every trait of a field that a profile can have has an effect: each is planted in a copy of the
// spec's profile, and the reading of a text must differ.
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "schema/read/sharing.h"
#include "tests/schema/reading.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kPlanted = "no source: planted";
constexpr absl::string_view kEntry = R"({"methodConfig": [{"name": [{"service": "s"}], )";

// The spec's profile with one trait in place of its own.
class Planted {
 public:
  Planted(const FieldTrait& trait, absl::string_view message)
      : trait_(trait), message_{.message = message, .fields = {&trait_, 1}} {
    profile_.field_traits = {&message_, 1};
  }
  Planted(const Planted&) = delete;
  Planted& operator=(const Planted&) = delete;

  Profile& profile() { return profile_; }
  [[nodiscard]] ProfileAt At() const { return ProfileAt(profile_); }

 private:
  FieldTrait trait_;
  MessageTraits message_;
  Profile profile_ = SpecProfile();
};

// What such a profile finds in a text.
std::vector<IssueKind> FoundWith(const FieldTrait& trait, absl::string_view message,
                                 const std::string& text) {
  const Planted planted(trait, message);
  const ProfileAt at = planted.At();
  return ReadText(text, at).Kinds();
}

std::vector<IssueKind> FoundWithout(const std::string& text) { return ReadText(text).Kinds(); }

struct PlantRow {
  const char* what;
  absl::string_view message;
  FieldTrait trait;
  std::string text;
};

std::string Entry(absl::string_view members) { return absl::StrCat(kEntry, members, "}]}"); }

std::string Retry(absl::string_view attempts, absl::string_view initial) {
  return Entry(absl::StrCat(R"("retryPolicy": {"maxAttempts": )", attempts,
                            R"(, "initialBackoff": ")", initial,
                            R"(", "maxBackoff": "9s", "backoffMultiplier": 2,
                                "retryableStatusCodes": ["UNAVAILABLE"]})"));
}

std::vector<PlantRow> OfOneField() {
  return {
      {"use",
       "MethodConfig",
       {.field = "timeout", .evidence = kPlanted, .use = Use::kUnknown},
       Entry(R"("timeout": "1s")")},
      {"presence",
       "MethodConfig",
       {.field = "timeout", .evidence = kPlanted, .presence = Presence::kRequired},
       Entry(R"("waitForReady": true)")},
      {"non_empty of a list",
       "MethodConfig",
       {.field = "name", .evidence = kPlanted, .non_empty = true},
       R"({"methodConfig": [{"name": []}]})"},
      {"non_empty of a string",
       "Name",
       {.field = "service", .evidence = kPlanted, .non_empty = true},
       R"({"methodConfig": [{"name": [{"service": ""}]}]})"},
      {"null",
       "MethodConfig",
       {.field = "timeout", .evidence = kPlanted, .null = NullReading::kRefused},
       Entry(R"("timeout": null)")},
      {"null_element",
       "MethodConfig",
       {.field = "name", .evidence = kPlanted, .null_element = NullReading::kUnset},
       R"({"methodConfig": [{"name": [null]}]})"},
      {"reader",
       "MethodConfig",
       {.field = "timeout", .evidence = kPlanted, .reader = FieldReader::kUnread},
       Entry(R"("timeout": 5)")},
  };
}

std::vector<PlantRow> OfBounds() {
  return {
      {"the low end of a duration",
       "MethodConfig",
       {.field = "timeout", .evidence = kPlanted, .bound = Above(1)},
       Entry(R"("timeout": "1s")")},
      {"the high end of a duration",
       "MethodConfig",
       {.field = "timeout", .evidence = kPlanted, .bound = Between(0, 1)},
       Entry(R"("timeout": "1.1s")")},
      {"the clamp of a duration",
       "MethodConfig",
       {.field = "timeout", .evidence = kPlanted, .bound = ClampedTo(1, AtLeast(0))},
       Entry(R"("timeout": "1.1s")")},
      {"the floor of a duration",
       "MethodConfig",
       {.field = "timeout", .evidence = kPlanted, .bound = Bound{.floor_ms = 2}},
       Entry(R"("timeout": "0.001s")")},
      {"the low end of an integer",
       "RetryPolicy",
       {.field = "maxAttempts", .evidence = kPlanted, .bound = AtLeast(3)},
       Retry("2", "1s")},
      {"the high end of an integer",
       "RetryPolicy",
       {.field = "maxAttempts", .evidence = kPlanted, .bound = Between(2, 3)},
       Retry("4", "1s")},
      {"the clamp of an integer",
       "RetryPolicy",
       {.field = "maxAttempts", .evidence = kPlanted, .bound = ClampedTo(3, AtLeast(2))},
       Retry("4", "1s")},
  };
}

// Those that name another field of the message.
std::vector<PlantRow> OfTwoFields() {
  return {
      {"empty_with",
       "RetryPolicy",
       {.field = "retryableStatusCodes", .evidence = kPlanted, .empty_with = "maxAttempts"},
       Entry(R"("retryPolicy": {"maxAttempts": 2, "initialBackoff": "1s", "maxBackoff": "1s",
                 "backoffMultiplier": 2, "retryableStatusCodes": []})")},
      {"checked_with",
       "MethodConfig",
       {.field = "retryPolicy", .evidence = kPlanted, .checked_with = "timeout"},
       Retry("1", "1s")},
      {"only_without",
       "MethodConfig",
       {.field = "timeout", .evidence = kPlanted, .only_without = "name"},
       Entry(R"("timeout": "x")")},
      {"required_with",
       "MethodConfig",
       {.field = "timeout", .evidence = kPlanted, .required_with = "name"},
       Entry(R"("waitForReady": true)")},
      {"type_only_with",
       "MethodConfig",
       {.field = "retryPolicy", .evidence = kPlanted, .type_only_with = "name"},
       Retry("1", "1s")},
  };
}

TEST(FieldTraitTest, EachHasAnEffect) {
  for (const auto& rows : {OfOneField(), OfBounds(), OfTwoFields()}) {
    for (const PlantRow& row : rows) {
      EXPECT_NE(FoundWith(row.trait, row.message, row.text), FoundWithout(row.text)) << row.what;
    }
  }
}

TEST(FieldTraitTest, HoldsOnlyForItsReleases) {
  const std::string text = Entry(R"("timeout": "1s")");
  FieldTrait trait = {
      .field = "timeout", .evidence = kPlanted, .since = {2, 0, 0}, .use = Use::kUnknown};
  EXPECT_EQ(FoundWith(trait, "MethodConfig", text), FoundWithout(text)) << "not yet";
  trait.since = {};
  trait.until = {0, 0, 1};
  Planted planted(trait, "MethodConfig");
  planted.profile().newest = {1, 0, 0};
  EXPECT_EQ(ReadText(text, planted.At()).Kinds(), FoundWithout(text)) << "no longer";
}

// The value that checks compare in place of one that is absent.
TEST(FieldTraitTest, AValueIfAbsent) {
  const std::string text =
      R"({"loadBalancingConfig": [{"ring_hash_experimental": {"maxRingSize": 7}}]})";
  const Planted planted({.field = "minRingSize", .evidence = kPlanted, .if_absent = 5},
                        "RingHashLoadBalancingConfig");
  const ProfileAt at = planted.At();
  const ReadText read(text, at);
  ASSERT_EQ(read.reading().load_balancing.ring_hash.size(), 1U);
  EXPECT_EQ(read.reading().load_balancing.ring_hash[0]->min_ring_size.value, 5);
}

// One reading stands for clients only if a usual value means the same to all of them.
TEST(FieldTraitTest, ANarrowerBoundIsNotCommon) {
  const std::string text = Entry(R"("timeout": "1s")");
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  const ProfileAt spec(SpecProfile());
  EXPECT_TRUE(CommonReading({&spec, &spec}).Covers(document));
  for (const Bound& bound :
       {Above(1), Between(0, 60), ClampedTo(60, AtLeast(0)), Bound{.floor_ms = 5}}) {
    const Planted planted({.field = "timeout", .evidence = kPlanted, .bound = bound},
                          "MethodConfig");
    const ProfileAt at = planted.At();
    EXPECT_FALSE(CommonReading({&spec, &at}).Covers(document));
  }
}

}  // namespace
}  // namespace grpcfg
