#include "schema/json/position.h"

#include <algorithm>
#include <cstring>

#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

constexpr uint32_t kCheckpointDistance = 4096;

std::vector<uint32_t> FindLineStarts(absl::string_view text) {
  std::vector<uint32_t> starts = {0};
  const char* const data = text.data();
  const char* const end = data + text.size();
  for (const char* at = data; at != end;) {
    const void* const found = std::memchr(at, '\n', static_cast<size_t>(end - at));
    if (found == nullptr) break;
    at = static_cast<const char*>(found) + 1;
    starts.push_back(static_cast<uint32_t>(at - data));
  }
  return starts;
}

}  // namespace

LineIndex::LineIndex(absl::string_view text) : text_(text), line_starts_(FindLineStarts(text)) {
  if (IsAscii(text_)) return;
  uint32_t code_points = 0;
  uint32_t next = 0;
  for (size_t at = 0; at < text_.size(); at += CodePointLength(text_, at), ++code_points) {
    if (at < next) continue;
    checkpoints_.push_back({static_cast<uint32_t>(at), code_points});
    next = static_cast<uint32_t>(at) + kCheckpointDistance;
  }
}

uint32_t LineIndex::CodePointsBefore(uint32_t offset) const {
  if (checkpoints_.empty()) return offset;
  const auto after = std::upper_bound(
      checkpoints_.begin(), checkpoints_.end(), offset,
      [](uint32_t value, const Checkpoint& point) { return value < point.offset; });
  const Checkpoint& checkpoint = *(after - 1);
  uint32_t code_points = checkpoint.code_points;
  for (size_t at = checkpoint.offset; at < offset; at += CodePointLength(text_, at)) ++code_points;
  return code_points;
}

Position LineIndex::Locate(uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<uint32_t>(after - line_starts_.begin());
  const uint32_t column = CodePointsBefore(offset) - CodePointsBefore(line_starts_[line - 1]) + 1;
  return {.offset = offset, .line = line, .column = column};
}

Span LineIndex::LineSpan(uint32_t line) const {
  if (line == 0 || line > line_starts_.size()) return {};
  const uint32_t begin = line_starts_[line - 1];
  uint32_t end =
      line < line_starts_.size() ? line_starts_[line] - 1 : static_cast<uint32_t>(text_.size());
  if (end > begin && text_[end - 1] == '\r') --end;
  return {begin, end};
}

}  // namespace grpcfg
