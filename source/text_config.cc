#include "source/text_config.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "re2/re2.h"

namespace grpcfg {

size_t FlagBefore(absl::string_view text) {
  static const re2::RE2 kFlag(R"(^\s*--?[\w.-]+[=\s]\s*)");
  re2::StringPiece found;
  return kFlag.Match(re2::StringPiece(text.data(), text.size()), 0, text.size(),
                     re2::RE2::ANCHOR_START, &found, 1)
             ? found.size()
             : 0;
}

bool IsFlagForConfig(absl::string_view flag) {
  static const re2::RE2 kOfConfig("(?i)service[_-]?config");
  return re2::RE2::PartialMatch(re2::StringPiece(flag.data(), flag.size()), kOfConfig);
}

void CopyOctets(const DecodedText& from, Span octets, std::string& text, OctetMap& map) {
  map.AddFrom(from.map, octets, static_cast<uint32_t>(text.size()));
  text.append(from.text, octets.begin, octets.size());
}

void DropBefore(size_t begin, SourceConfig& config) {
  if (begin == 0) return;
  DecodedText rest;
  const auto octets = static_cast<uint32_t>(config.json.text.size());
  CopyOctets(config.json, {static_cast<uint32_t>(begin), octets}, rest.text, rest.map);
  const uint32_t end = config.json.map.SourceOf({octets, octets}).begin;
  rest.map.AddPlain(octets - static_cast<uint32_t>(begin), end);
  const auto shift = [&](Span& span) {
    span.begin -= std::min(span.begin, static_cast<uint32_t>(begin));
    span.end -= std::min(span.end, static_cast<uint32_t>(begin));
  };
  rest.holes = std::move(config.json.holes);
  for (Hole& hole : rest.holes) shift(hole.place);
  for (WrittenPart& part : config.parts) shift(part.place);
  config.json = std::move(rest);
}

void FindPlaceholders(DecodedText& decoded) {
  static const re2::RE2 kPlaceholder(
      R"(%(?:\(\w+\)|\[\d+\]|\d+\$)?[-+ #0]*[\d*]*(?:\.[\d*]+)?(?:hh|h|ll|l|z|j)?[a-zA-Z])"
      R"(|\$\{[^{}"]*\}|\{\{[^{}"]*\}\})");
  const re2::StringPiece whole = re2::StringPiece(decoded.text);
  re2::StringPiece found;
  const std::vector<Hole> known = decoded.holes;
  size_t next = 0;  // of those that are known
  size_t at = 0;
  while (kPlaceholder.Match(whole, at, whole.size(), re2::RE2::UNANCHORED, &found, 1)) {
    const auto begin = static_cast<uint32_t>(found.data() - whole.data());
    const auto end = static_cast<uint32_t>(begin + found.size());
    at = end;
    while (next < known.size() && known[next].place.end <= begin) ++next;
    if (next < known.size() && known[next].place.begin < end) continue;
    decoded.holes.push_back({{begin, end}, decoded.map.SourceOf({begin, end})});
  }
  absl::c_sort(decoded.holes,
               [](const Hole& a, const Hole& b) { return a.place.begin < b.place.begin; });
}

void MovePlaces(uint32_t bytes, SourceConfig& config) {
  const auto moved = [&](Span span) { return Span{span.begin + bytes, span.end + bytes}; };
  config.json.map.Move(bytes);
  config.range = moved(config.range);
  for (Hole& hole : config.json.holes) hole.source = moved(hole.source);
  for (WrittenPart& part : config.parts) {
    part.token.span = moved(part.token.span);
    part.token.content = moved(part.token.content);
  }
}

bool AddConfig(SourceConfig config, SourceConfigs& found) {
  absl::flat_hash_set<uint32_t> tokens;
  for (const WrittenPart& part : config.parts) tokens.insert(part.token.span.begin);
  // Between the parts of one there may be others.
  const auto shares_bytes = [&](const SourceConfig& other) {
    if (other.range.begin >= config.range.end || config.range.begin >= other.range.end) {
      return false;
    }
    return tokens.empty() || other.parts.empty() ||
           absl::c_any_of(other.parts, [&](const WrittenPart& part) {
             return tokens.contains(part.token.span.begin);
           });
  };
  const bool is_known = absl::c_any_of(found.configs, shares_bytes);
  if (!is_known) found.configs.push_back(std::move(config));
  return !is_known;
}

bool BeginsJson(absl::string_view text) {
  text = absl::StripLeadingAsciiWhitespace(text);
  return absl::StartsWith(text, "{") || absl::StartsWith(text, "[") ||
         absl::StartsWithIgnoreCase(text, "grpc_config=");
}

}  // namespace grpcfg
