// $ORIGIN, $TTL, $INCLUDE and $GENERATE.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dns/zone_fields.h"
#include "dns/zone_reading.h"
#include "schema/json/octet_map.h"

namespace grpcfg {
namespace {

// ---- $GENERATE of BIND (and no other server): lines made of a template and a range of numbers.

// `1-3` or `0-100/2`.
struct GenerateRange {
  uint32_t start = 0;
  uint32_t stop = 0;
  uint32_t step = 1;

  [[nodiscard]] size_t Count() const { return (stop - start) / step + 1; }
};

struct GeneratedLines {
  std::string text;
  OctetMap map;  // into the text that the template stands in
};

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

// `{OFFSET,WIDTH,BASE}` of `${...}`; an invalid part is ignored.
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

// The next dollar from `at` on; the size or more if there is none.
uint32_t FindDollar(absl::string_view line, uint32_t at) {
  while (at < line.size() && line[at] != '$') {
    at += line[at] == '\\' && line.substr(at + 1, 1) != "$" ? 2 : 1;
  }
  return at;
}

std::vector<Piece> PiecesOf(absl::string_view line) {
  std::vector<Piece> pieces;
  uint32_t plain = 0;
  for (uint32_t at = FindDollar(line, 0); at < line.size(); at = FindDollar(line, plain)) {
    const bool is_escaped = at > plain && line[at - 1] == '\\';
    const bool is_doubled = line.substr(at + 1, 1) == "$";
    const uint32_t end = is_escaped ? at - 1 : at;
    if (end > plain) pieces.push_back({plain, end});
    if (is_escaped || is_doubled) {
      pieces.push_back({at, at + 1});
      plain = at + (is_escaped ? 1 : 2);
    } else {
      pieces.push_back(NumberAt(line, at));
      plain = pieces.back().end;
    }
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

// Nothing for an empty range, or a text that is not a range.
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

// The line for each number of `range`, but for those beyond `most_bytes` together. In `line`, which
// stands at byte `at`, `$` is the number, `${OFFSET,WIDTH,BASE}` a reckoned one and `\$` a dollar.
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
    // The end of a line may be that of the text, where nothing stands for it.
    lines.map.Add(
        {static_cast<uint32_t>(lines.text.size()), at + static_cast<uint32_t>(line.size()), 0, 0});
    lines.text += '\n';
  }
  return lines;
}

}  // namespace

void ZoneReader::ReadDirective(ZoneLexer& lexer, FileState& file, const ZoneToken& name) {
  struct Directive {
    absl::string_view name;
    void (ZoneReader::*read)(ZoneLexer&, FileState&, const ZoneToken&);
  };
  static constexpr Directive kDirectives[] = {{"$ORIGIN", &ZoneReader::ReadOrigin},
                                              {"$TTL", &ZoneReader::ReadDefaultTtl},
                                              {"$INCLUDE", &ZoneReader::ReadInclude},
                                              {"$GENERATE", &ZoneReader::ReadGenerate}};
  const absl::string_view word = Text(file, name.span);
  for (const Directive& directive : kDirectives) {
    if (absl::EqualsIgnoreCase(word, directive.name)) {
      return (this->*directive.read)(lexer, file, name);
    }
  }
  Fault(file, ZoneFaultKind::kUnknownDirective, name.span);
  lexer.Recover();
}

void ZoneReader::ReadOrigin(ZoneLexer& lexer, FileState& file, const ZoneToken& name) {
  const ZoneToken token = lexer.Next();
  if (token.kind == ZoneTokenKind::kBroken) return;
  if (token.kind == ZoneTokenKind::kEnd) {
    return Fault(file, ZoneFaultKind::kBadDirective, name.span);
  }
  std::string origin;
  if (NameAt(file, token.span, origin)) file.origin = std::move(origin);
  KeepOrigin(file.origin);
  lexer.SkipEntry();
}

void ZoneReader::ReadDefaultTtl(ZoneLexer& lexer, FileState& file, const ZoneToken& name) {
  const ZoneToken token = lexer.Next();
  if (token.kind == ZoneTokenKind::kBroken) return;
  const std::optional<uint64_t> ttl =
      token.kind == ZoneTokenKind::kWord ? ParseTtl(Text(file, token.span)) : std::nullopt;
  if (!ttl) {
    Fault(file, ZoneFaultKind::kBadDirective, name.span);
  } else {
    if (*ttl > kMostTtl) Fault(file, ZoneFaultKind::kTtlTooLarge, token.span);
    default_ttl_ = static_cast<uint32_t>(std::min(*ttl, kMostTtl));
  }
  lexer.SkipEntry();
}

// Errors: what is too much, and those of ZoneOptions::include.
absl::StatusOr<IncludedText> ZoneReader::Include(const FileState& file,
                                                 const std::string& name) const {
  if (!options_.include) return absl::PermissionDeniedError("no file may be included here");
  if (included_by_.size() >= kMostIncludeDepth) {
    return absl::ResourceExhaustedError(
        absl::StrCat("files are nested more than ", kMostIncludeDepth, " deep"));
  }
  if (includes_ >= kMostIncludes || included_bytes_ > kMostIncludedBytes) {
    return absl::ResourceExhaustedError("too much is included");
  }
  absl::StatusOr<IncludedText> text = options_.include(records_.sources[file.source].path, name);
  if (!text.ok()) return text;
  const bool is_loop =
      absl::c_any_of(included_by_, [&](uint32_t source) { return IsSource(source, *text); });
  if (is_loop || IsSource(file.source, *text)) {
    return absl::FailedPreconditionError("the file would include itself without end");
  }
  return text;
}

// By name and content, however its path is spelled.
bool ZoneReader::IsSource(uint32_t source, const IncludedText& text) const {
  const auto name_of = [](absl::string_view path) { return path.substr(path.rfind('/') + 1); };
  const RecordSource& known = records_.sources[source];
  return name_of(known.path) == name_of(text.path) && known.text == text.text;
}

void ZoneReader::ReadInclude(ZoneLexer& lexer, FileState& file, const ZoneToken& name) {
  const ZoneToken token = lexer.Next();
  if (token.kind == ZoneTokenKind::kBroken) return;
  if (token.kind == ZoneTokenKind::kEnd) {
    return Fault(file, ZoneFaultKind::kBadDirective, name.span);
  }
  FileState inner;
  inner.origin = file.origin;
  const ZoneToken origin = lexer.Next();
  if (origin.kind < ZoneTokenKind::kEnd) NameAt(file, origin.span, inner.origin);
  lexer.SkipEntry();
  absl::StatusOr<IncludedText> text = Include(file, std::string(Text(file, token.span)));
  if (!text.ok()) {
    return Fault(file, ZoneFaultKind::kIncludeFailed, token.span,
                 std::string(text.status().message()));
  }
  if (!text->elsewhere.empty()) {
    Fault(file, ZoneFaultKind::kIncludeElsewhere, token.span, std::move(text->elsewhere));
  }
  ++includes_;
  included_bytes_ += text->text.size();
  records_.texts.push_back(std::move(text->text));
  inner.source = static_cast<uint32_t>(records_.sources.size());
  records_.sources.push_back({std::move(text->path), records_.texts.back()});
  included_by_.push_back(file.source);
  ReadText(inner);
  included_by_.pop_back();
}

void ZoneReader::ReadGenerate(ZoneLexer& lexer, FileState& file, const ZoneToken& name) {
  const ZoneToken word = lexer.Next();
  const std::optional<GenerateRange> range =
      word.kind == ZoneTokenKind::kWord ? ParseGenerateRange(Text(file, word.span)) : std::nullopt;
  Span line = {};
  ZoneToken token = lexer.Next();
  for (; token.kind < ZoneTokenKind::kEnd; token = lexer.Next()) {
    const bool is_quoted = token.kind == ZoneTokenKind::kQuoted;
    if (line.empty()) line.begin = token.span.begin;
    line.end = token.span.end + (is_quoted ? 1 : 0);
  }
  if (token.kind == ZoneTokenKind::kBroken) return;
  if (!range || line.empty()) return Fault(file, ZoneFaultKind::kBadDirective, name.span);
  Fault(file, ZoneFaultKind::kGenerate, name.span);
  const bool is_too_much = range->Count() > kMostGenerated - std::min(generated_, kMostGenerated) ||
                           generated_bytes_ >= kMostGeneratedBytes;
  if (is_too_much) return Fault(file, ZoneFaultKind::kGenerateTooMany, word.span);
  generated_ += range->Count();
  GeneratedLines lines =
      Generate(*range, Text(file, line), line.begin, kMostGeneratedBytes - generated_bytes_);
  generated_bytes_ += lines.text.size();
  records_.texts.push_back(std::move(lines.text));
  FileState inner = file;
  inner.source = static_cast<uint32_t>(records_.sources.size());
  records_.sources.push_back({.path = records_.sources[file.source].path,
                              .text = records_.texts.back(),
                              .made_from = file.source,
                              .map = std::move(lines.map)});
  ReadText(inner);
}

}  // namespace grpcfg
