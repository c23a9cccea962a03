// $ORIGIN, $TTL, $INCLUDE and $GENERATE.
#include <algorithm>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "dns/zone_fields.h"
#include "dns/zone_generate.h"
#include "dns/zone_reading.h"

namespace grpcfg {

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
