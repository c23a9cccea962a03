// libFuzzer target for globs and .gitignore text. Input: lines; the last one is the path.
// Checks: no crash, a parsed glob always decides, and a literal spelled with escapes matches
// itself.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/gitignore.h"
#include "tools/workspace/glob.h"

namespace grpcfg {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

// A glob that escapes every byte means exactly that text.
void CheckEscaped(absl::string_view path) {
  std::string escaped;
  for (const char byte : path) {
    escaped += '\\';
    escaped += byte;
  }
  const absl::StatusOr<std::string> regex = GlobToRegex(escaped);
  if (!regex.ok() && escaped.size() > (1 << 16)) return;  // longer than any path
  Require(regex.ok());
  Require(GlobSet({*regex}).Matches(path).size() == 1);
}

void CheckDecision(absl::string_view text, absl::string_view path) {
  const std::vector<IgnorePattern> patterns = ParseGitignore(text);
  IgnoreList list(patterns);
  const IgnoreDecision decision = list.Decide(path, /*is_directory=*/true);
  // The decision is that of the last pattern which decides when alone.
  IgnoreDecision last = IgnoreDecision::kUndecided;
  for (const IgnorePattern& pattern : patterns) {
    const IgnoreDecision alone = IgnoreList({pattern}).Decide(path, /*is_directory=*/true);
    if (alone != IgnoreDecision::kUndecided) last = alone;
  }
  Require(decision == last);
  IgnoreScopes scopes;
  const auto scope = scopes.Add(IgnoreScopes::kNoScope, "", std::move(list));
  Require(scopes.Ignores(scope, path, true) == (decision == IgnoreDecision::kIgnored));
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const absl::string_view input(reinterpret_cast<const char*>(bytes), size);
  const size_t newline = input.rfind('\n');
  const absl::string_view path = input.substr(newline + 1);  // npos + 1 is 0
  const absl::string_view text = input.substr(0, newline == absl::string_view::npos ? 0 : newline);
  grpcfg::CheckEscaped(path);
  grpcfg::CheckDecision(text, path);
  return 0;
}
