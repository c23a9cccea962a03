#include "schema/json/json_text.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schema/json/escape.h"

namespace grpcfg {
namespace {

constexpr size_t kColumns = 100;

// Where the string that starts at `begin` ends, quotes included.
size_t EndOfString(absl::string_view json, size_t begin) {
  size_t at = begin + 1;
  while (json[at] != '"') at += json[at] == '\\' ? 2 : 1;
  return at + 1;
}

// Where the object or list that starts at `begin` ends.
size_t EndOfContainer(absl::string_view json, size_t begin) {
  size_t depth = 0;
  size_t at = begin;
  do {
    const char c = json[at];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    at = c == '"' ? EndOfString(json, at) : at + 1;
  } while (depth > 0);
  return at;
}

// With a blank after each colon and comma.
std::string OnOneLine(absl::string_view json) {
  std::string line;
  for (size_t at = 0; at < json.size();) {
    const size_t end = json[at] == '"' ? EndOfString(json, at) : at + 1;
    absl::StrAppend(&line, json.substr(at, end - at));
    if (json[at] == ',' || json[at] == ':') line.push_back(' ');
    at = end;
  }
  return line;
}

size_t Column(absl::string_view text) {
  const size_t newline = text.rfind('\n');
  return newline == absl::string_view::npos ? text.size() : text.size() - newline - 1;
}

struct Layout {
  std::string out;
  std::string margin = "\n";
};

// Appends the container at `at` if it fits into the line, else its bracket. Returns where to go on.
size_t AppendContainer(absl::string_view json, size_t at, Layout& layout) {
  const size_t end = EndOfContainer(json, at);
  const std::string line = OnOneLine(json.substr(at, end - at));
  if (Column(layout.out) + line.size() < kColumns) {
    layout.out += line;
    return end;
  }
  layout.margin += "  ";
  absl::StrAppend(&layout.out, json.substr(at, 1), layout.margin);
  return at + 1;
}

void AppendToken(absl::string_view token, Layout& layout) {
  if (token == "}" || token == "]") {
    layout.margin.resize(layout.margin.size() - 2);
    layout.out += layout.margin;
  }
  absl::StrAppend(&layout.out, token);
  if (token == ",") layout.out += layout.margin;
  if (token == ":") layout.out.push_back(' ');
}

}  // namespace

std::string JsonString(absl::string_view text) {
  std::string quoted;
  AppendJsonString(text, quoted);
  return quoted;
}

std::string JsonStrings(absl::Span<const absl::string_view> texts) {
  const auto append = [](std::string* out, absl::string_view text) { *out += JsonString(text); };
  return absl::StrCat("[", absl::StrJoin(texts, ",", append), "]");
}

std::string JsonObject(const JsonMembers& members) {
  const auto append = [](std::string* out, const std::pair<std::string, std::string>& member) {
    absl::StrAppend(out, JsonString(member.first), ":", member.second);
  };
  return absl::StrCat("{", absl::StrJoin(members, ",", append), "}");
}

std::string JsonArray(absl::Span<const std::string> elements) {
  return absl::StrCat("[", absl::StrJoin(elements, ","), "]");
}

std::string PrettyJson(absl::string_view compact) {
  Layout layout;
  for (size_t at = 0; at < compact.size();) {
    const char c = compact[at];
    if (c == '{' || c == '[') {
      at = AppendContainer(compact, at, layout);
      continue;
    }
    const size_t end = c == '"' ? EndOfString(compact, at) : at + 1;
    AppendToken(compact.substr(at, end - at), layout);
    at = end;
  }
  return layout.out + "\n";
}

}  // namespace grpcfg
