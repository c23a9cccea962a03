#include "schema/fields/status_code.h"

#include <string>

#include "absl/strings/ascii.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

TEST(StatusCodeTest, FindsEveryNameInEitherCase) {
  for (int code = 0; code <= kMaxStatusCode; ++code) {
    const absl::string_view name = kStatusCodeNames[static_cast<size_t>(code)];
    const std::string lower = absl::AsciiStrToLower(name);
    EXPECT_EQ(FindStatusCode(name, LetterCase::kExact), code) << name;
    EXPECT_EQ(FindStatusCode(name, LetterCase::kIgnored), code) << name;
    EXPECT_EQ(FindStatusCode(lower, LetterCase::kIgnored), code) << lower;
    EXPECT_EQ(FindStatusCode(lower, LetterCase::kExact), std::nullopt) << lower;
  }
}

// google.rpc.Code, each number by hand.
TEST(StatusCodeTest, KnowsTheNumbers) {
  EXPECT_EQ(kMaxStatusCode, 16);
  EXPECT_EQ(FindStatusCode("OK", LetterCase::kExact), 0);
  EXPECT_EQ(FindStatusCode("CANCELLED", LetterCase::kExact), 1);
  EXPECT_EQ(FindStatusCode("DEADLINE_EXCEEDED", LetterCase::kExact), 4);
  EXPECT_EQ(FindStatusCode("PERMISSION_DENIED", LetterCase::kExact), 7);
  EXPECT_EQ(FindStatusCode("RESOURCE_EXHAUSTED", LetterCase::kExact), 8);
  EXPECT_EQ(FindStatusCode("ABORTED", LetterCase::kExact), 10);
  EXPECT_EQ(FindStatusCode("INTERNAL", LetterCase::kExact), 13);
  EXPECT_EQ(FindStatusCode("UNAVAILABLE", LetterCase::kExact), 14);
  EXPECT_EQ(FindStatusCode("DATA_LOSS", LetterCase::kExact), 15);
  EXPECT_EQ(FindStatusCode("UNAUTHENTICATED", LetterCase::kExact), 16);
}

TEST(StatusCodeTest, FindsNothingElse) {
  for (const absl::string_view name :
       {"", "CANCELED", "Ok ", " OK", "14", "UNAVAILABLE_", "UNAVAILABL", "DEADLINE-EXCEEDED",
        "DeadlineExceeded", "O\xE2\x84\xAA"}) {
    EXPECT_EQ(FindStatusCode(name, LetterCase::kIgnored), std::nullopt) << name;
  }
  // C-core compares C strings; nobody should.
  EXPECT_EQ(FindStatusCode(absl::string_view("OK\0X", 4), LetterCase::kIgnored), std::nullopt);
}

}  // namespace
}  // namespace grpcfg
