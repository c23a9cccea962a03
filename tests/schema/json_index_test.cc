// The index of a JSON text, against a look at each byte by itself.
#include "schema/json/json_index.h"

#include <array>
#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

using Block = std::array<char, 64>;

void ExpectSameBits(const BlockBits& bits, const BlockBits& expected) {
  EXPECT_EQ(bits.quotes, expected.quotes);
  EXPECT_EQ(bits.marks, expected.marks);
  EXPECT_EQ(bits.controls, expected.controls);
  EXPECT_EQ(bits.blanks, expected.blanks);
  EXPECT_EQ(bits.is_plain, expected.is_plain);
  EXPECT_EQ(bits.is_ascii, expected.is_ascii);
}

// All that this processor has.
std::vector<Vectors> EachVectors() {
  std::vector<Vectors> all;
  for (const Vectors each : {Vectors::kBaseline, Vectors::kAvx2, Vectors::kAvx512}) {
    if (each <= WidestVectors()) all.push_back(each);
  }
  return all;
}

TEST(JsonIndexTest, EveryWidthIsTried) {
  if (WidestVectors() < Vectors::kAvx512) GTEST_SKIP() << "no AVX-512 here: it is not tried";
}

void ExpectSameBits(const Block& block) {
  const BlockBits expected = BitsOfBytes(block.data());
  for (const Vectors vectors : EachVectors()) {
    ExpectSameBits(BitsOf(block.data(), vectors), expected);
  }
}

TEST(JsonIndexTest, EachByteIsKnownAtEachPlace) {
  for (size_t place = 0; place < 64; ++place) {
    for (int byte = 0; byte < 256; ++byte) {
      Block block;
      block.fill('a');
      block[place] = static_cast<char>(byte);
      SCOPED_TRACE(absl::StrCat("byte ", byte, " at ", place));
      ASSERT_NO_FATAL_FAILURE(ExpectSameBits(block));
      const BlockBits bits = BitsOfBytes(block.data());
      const uint64_t here = uint64_t{1} << place;
      const bool is_control = byte < 0x20;
      ASSERT_EQ(bits.quotes, byte == '"' ? here : 0);
      ASSERT_EQ(bits.marks, absl::StrContains("{}[],:", block[place]) ? here : 0);
      ASSERT_EQ(bits.controls, is_control ? here : 0);
      ASSERT_EQ(bits.blanks, is_control || byte == ' ' ? here : 0);
      ASSERT_EQ(bits.is_plain,
                byte != '\\' && (!is_control || absl::StrContains("\t\n\r", block[place])));
      ASSERT_EQ(bits.is_ascii, byte < 0x80);
    }
  }
}

TEST(JsonIndexTest, RandomBlocksAreTheSameByteByByte) {
  std::mt19937 random(20261127);
  for (int i = 0; i < 2000; ++i) {
    Block block;
    for (char& c : block) c = static_cast<char>(random() % 256);
    ASSERT_NO_FATAL_FAILURE(ExpectSameBits(block));
  }
}

std::vector<uint32_t> PlacesOf(absl::string_view text, size_t begin, Vectors vectors) {
  JsonIndex index(text, begin, vectors);
  std::vector<uint32_t> places;
  for (uint32_t at = index.Next(); at != text.size(); at = index.Next()) places.push_back(at);
  return places;
}

// The same, four at a time where as many stand in a row.
std::vector<uint32_t> PlacesInRows(absl::string_view text, size_t begin, Vectors vectors) {
  constexpr std::ptrdiff_t kRow = 4;
  JsonIndex index(text, begin, vectors);
  std::vector<uint32_t> places;
  while (true) {
    if (index.HasAhead(kRow)) {
      places.insert(places.end(), index.ahead(), index.ahead() + kRow);
      index.Pass(kRow);
      continue;
    }
    const uint32_t at = index.Next();
    if (at == text.size()) return places;
    places.push_back(at);
  }
}

// The same by a walk over the bytes.
std::vector<uint32_t> WalkedPlacesOf(absl::string_view text, size_t begin) {
  std::vector<uint32_t> places;
  bool in_string = false;
  bool in_scalar = false;
  for (size_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    const bool is_quote = c == '"';
    const bool is_other = !is_quote && !absl::StrContains("{}[],: \t\n\r", c);
    const bool is_place =
        is_quote || (!in_string && (absl::StrContains("{}[],:", c) || (is_other && !in_scalar)));
    if (is_place) places.push_back(static_cast<uint32_t>(at));
    if (is_quote) in_string = !in_string;
    in_scalar = !in_string && is_other;
  }
  return places;
}

void ExpectPlacesOfAWalk(absl::string_view text, size_t begin) {
  const std::vector<uint32_t> walked = WalkedPlacesOf(text, begin);
  for (const Vectors vectors : EachVectors()) {
    SCOPED_TRACE(static_cast<int>(vectors));
    ASSERT_EQ(PlacesOf(text, begin, vectors), walked) << text;
    ASSERT_EQ(PlacesInRows(text, begin, vectors), walked) << text;
  }
}

// Tokens of all kinds lie across the ends of blocks, and of the 32 that are looked at together.
TEST(JsonIndexTest, PlacesAreThoseOfAWalk) {
  std::mt19937 random(7);
  constexpr absl::string_view kPieces[] = {"{",    "}",  "[",    "]",     ",",        ":",     "\"",
                                           "true", "12", " ",    "\n",    "        ", "a.b.C", "\t",
                                           "-1.5", "x",  "\"\"", "\"s\"", "{}",       "null"};
  for (int i = 0; i < 600; ++i) {
    std::string text;
    const size_t size = i % 10 == 0 ? 5000 : random() % 200;
    while (text.size() < size) absl::StrAppend(&text, kPieces[random() % std::size(kPieces)]);
    const size_t begin = text.empty() ? 0 : random() % 2;
    // In a string they are controls, and the text is then not plain.
    bool in_string = false;
    for (size_t at = begin; at < text.size(); ++at) {
      in_string = in_string != (text[at] == '"');
      if (in_string && absl::StrContains("\n\t", text[at])) text[at] = ' ';
    }
    ASSERT_NO_FATAL_FAILURE(ExpectPlacesOfAWalk(text, begin));
  }
}

TEST(JsonIndexTest, BlocksMayHaveAnyNumberOfPlaces) {
  for (size_t count = 0; count <= 64; ++count) {
    const std::string block = std::string(count, '[') + std::string(64 - count, ' ');
    std::string text;
    for (int i = 0; i < 40; ++i) text += block;
    ASSERT_NO_FATAL_FAILURE(ExpectPlacesOfAWalk(text, 0));
  }
}

TEST(JsonIndexTest, NothingIsGivenBehindWhatIsNotPlain) {
  const std::string blanks(3000, ' ');
  for (const absl::string_view odd : {R"("\n")", "\"\n\"", "\x01", "\"\x1F\"", "\\"}) {
    const std::string text = absl::StrCat("[", blanks, odd, ", 1]");
    for (const Vectors vectors : EachVectors()) {
      JsonIndex index(text, 0, vectors);
      EXPECT_EQ(index.Next(), 0U);
      EXPECT_TRUE(index.is_plain());
      EXPECT_EQ(index.Next(), text.size());
      EXPECT_FALSE(index.is_plain());
      EXPECT_EQ(index.Next(), text.size());
    }
  }
}

TEST(JsonIndexTest, BytesBeyondAsciiAreTold) {
  for (const Vectors vectors : EachVectors()) {
    JsonIndex index("[\"\xC3\xA9\"]", 0, vectors);
    EXPECT_EQ(index.Next(), 0U);
    EXPECT_TRUE(index.is_plain());
    EXPECT_FALSE(index.is_ascii());
  }
}

}  // namespace
}  // namespace grpcfg
