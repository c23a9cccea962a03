#include "dns/zone_generate.h"

#include <algorithm>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"

namespace grpcfg {
namespace {

constexpr int kMostWidth = 255;

// A part of the template: bytes as they stand, or a number in their place.
struct Piece {
  uint32_t begin;
  uint32_t end;
  bool is_number = false;
  int64_t offset = 0;
  int width = 0;
  char base = 'd';
};

// `{OFFSET,WIDTH,BASE}` of `${...}`; a part that is none is left out.
void ReadModifiers(absl::string_view modifiers, Piece& piece) {
  const std::vector<absl::string_view> parts = absl::StrSplit(modifiers, ',');
  if (!absl::SimpleAtoi(parts[0], &piece.offset)) piece.offset = 0;
  if (parts.size() > 1 && !absl::SimpleAtoi(parts[1], &piece.width)) piece.width = 0;
  piece.width = std::clamp(piece.width, 0, kMostWidth);
  const bool has_base = parts.size() > 2 && parts[2].size() == 1;
  if (has_base && absl::string_view("doxX").find(parts[2][0]) != absl::string_view::npos) {
    piece.base = parts[2][0];
  }
}

// At a dollar.
Piece NumberAt(absl::string_view line, uint32_t at) {
  Piece piece = {at, at + 1, true};
  if (line.substr(at + 1, 1) != "{") return piece;
  const size_t close = line.find('}', at);
  if (close == absl::string_view::npos) return piece;
  ReadModifiers(line.substr(at + 2, close - at - 2), piece);
  piece.end = static_cast<uint32_t>(close + 1);
  return piece;
}

std::vector<Piece> PiecesOf(absl::string_view line) {
  std::vector<Piece> pieces;
  uint32_t plain = 0;
  for (uint32_t at = 0; at < line.size();) {
    if (line[at] != '$') {
      at += line[at] == '\\' && line.substr(at + 1, 1) != "$" ? 2 : 1;
      continue;
    }
    const bool is_escaped = at > plain && line[at - 1] == '\\';
    const bool is_doubled = line.substr(at + 1, 1) == "$";
    const uint32_t end = is_escaped ? at - 1 : at;
    if (end > plain) pieces.push_back({plain, end});
    if (is_escaped || is_doubled) {
      pieces.push_back({at, at + 1});
      plain = at = at + (is_escaped ? 1 : 2);
      continue;
    }
    pieces.push_back(NumberAt(line, at));
    plain = at = pieces.back().end;
  }
  if (plain < line.size()) pieces.push_back({plain, static_cast<uint32_t>(line.size())});
  return pieces;
}

std::string NumberOf(const Piece& piece, int64_t number) {
  const int64_t shown = number + piece.offset;
  switch (piece.base) {
    case 'o':
      return absl::StrFormat("%0*o", piece.width, shown);
    case 'x':
      return absl::StrFormat("%0*x", piece.width, shown);
    case 'X':
      return absl::StrFormat("%0*X", piece.width, shown);
    default:
      return absl::StrFormat("%0*d", piece.width, shown);
  }
}

}  // namespace

std::optional<GenerateRange> ParseGenerateRange(absl::string_view word) {
  GenerateRange range;
  const std::pair<absl::string_view, absl::string_view> by_step =
      absl::StrSplit(word, absl::MaxSplits('/', 1));
  const std::pair<absl::string_view, absl::string_view> ends =
      absl::StrSplit(by_step.first, absl::MaxSplits('-', 1));
  const bool is_range = absl::SimpleAtoi(ends.first, &range.start) &&
                        absl::SimpleAtoi(ends.second, &range.stop) && range.start <= range.stop;
  const bool has_step = word.find('/') == absl::string_view::npos ||
                        (absl::SimpleAtoi(by_step.second, &range.step) && range.step > 0);
  if (!is_range || !has_step) return std::nullopt;
  return range;
}

GeneratedLines Generate(const GenerateRange& range, absl::string_view line, uint32_t at,
                        size_t most_bytes) {
  GeneratedLines lines;
  const std::vector<Piece> pieces = PiecesOf(line);
  const size_t count = range.Count();
  for (size_t i = 0; i < count && lines.text.size() < most_bytes; ++i) {
    const int64_t number = range.start + static_cast<int64_t>(i) * range.step;
    for (const Piece& piece : pieces) {
      const auto octet = static_cast<uint32_t>(lines.text.size());
      if (piece.is_number) {
        lines.map.Add({octet, at + piece.begin, 0, piece.end - piece.begin});
        lines.text += NumberOf(piece, number);
      } else {
        lines.map.AddPlain(octet, at + piece.begin);
        lines.text.append(line.data() + piece.begin, piece.end - piece.begin);
      }
    }
    lines.map.AddPlain(static_cast<uint32_t>(lines.text.size()),
                       at + static_cast<uint32_t>(line.size()));
    lines.text += '\n';
  }
  return lines;
}

}  // namespace grpcfg
