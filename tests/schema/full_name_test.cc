#include "schema/fields/full_name.h"

#include <cstddef>
#include <random>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

// By its definition: parts of letters, digits and underscores, with single dots between them.
bool IsFullNameByParts(absl::string_view text) {
  for (const absl::string_view part : absl::StrSplit(text, '.')) {
    if (part.empty()) return false;
    for (const char c : part) {
      if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
    }
  }
  return true;
}

TEST(FullNameTest, DistinguishesNamesFromOtherTexts) {
  for (const absl::string_view name :
       {"a", "shop.v1.Orders", "_", "a.b", "google.cloud.bigquery.v1.DataTransferService",
        "GetOrder", "a1234567", "a12345678901234", "a123456789012345", "a1234567890123456"}) {
    EXPECT_TRUE(IsFullName(name)) << name;
  }
  for (const absl::string_view other :
       {"", ".", "a.", ".a", "a..b", "shop.v1.Orders ", "shop/v1", "a-b", "\xC3\xA9", "a b", "*",
        "shop.v1.Orders/", "google.cloud..bigquery.v1.Service", "google.cloud.bigquery.v1."}) {
    EXPECT_FALSE(IsFullName(other)) << other;
  }
}

TEST(FullNameTest, EachByteIsKnownAtEachPlaceOfEachSize) {
  for (size_t size = 1; size <= 70; ++size) {
    for (size_t place = 0; place < size; ++place) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(size, 'x');
        text[place] = static_cast<char>(byte);
        ASSERT_EQ(IsFullName(text), IsFullNameByParts(text)) << size << " " << place << " " << byte;
      }
    }
  }
}

TEST(FullNameTest, RandomTextsAreTheSameByParts) {
  constexpr absl::string_view kBytes = "abZ09_._._.a";
  std::mt19937 random(3);
  for (int i = 0; i < 20000; ++i) {
    std::string text(random() % 80, ' ');
    for (char& c : text) c = kBytes[random() % kBytes.size()];
    ASSERT_EQ(IsFullName(text), IsFullNameByParts(text)) << text;
  }
}

}  // namespace
}  // namespace grpcfg
