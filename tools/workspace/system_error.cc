#include "tools/workspace/system_error.h"

#include <cerrno>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace grpcfg {
namespace {

struct SuggestedFix {
  int error_number;
  absl::string_view text;
};

constexpr SuggestedFix kRemedies[] = {
    {EACCES, "check its permissions and those of its directory"},
    {EPERM, "check its permissions and those of its directory"},
    {ENOENT, "check the spelling and the current directory"},
    {ENOTDIR, "check the spelling: the part before a `/` is not a directory"},
    {ELOOP, "remove the symbolic link that leads back to itself"},
    {ENAMETOOLONG, "run from a directory that is nearer to it"},
    {EMFILE, "raise the limit with `ulimit -n`"},
    {ENFILE, "close other programs or raise the system's limit of open files"},
    {EFBIG, "raise the limit with `ulimit -f`"},
    {EBADF, "open or redirect it"},
};

absl::string_view RemedyFor(int error_number) {
  for (const SuggestedFix& remedy : kRemedies) {
    if (remedy.error_number == error_number) return remedy.text;
  }
  return "try again or check the file system";
}

// The system's words start with a capital; these stand after a colon.
std::string Cause(int error_number) {
  std::string cause = std::generic_category().message(error_number);
  const bool is_word = cause.size() > 1 && !absl::ascii_isupper(cause[1]);
  if (is_word) cause[0] = absl::ascii_tolower(cause[0]);
  return cause;
}

}  // namespace

std::string QuoteInput(absl::string_view path) {
  return path == "-" ? std::string("stdin") : QuotePath(path);
}

std::string QuotePath(absl::string_view path) {
  std::string quoted = "`";
  for (const char byte : path) {
    if (absl::ascii_iscntrl(byte)) {
      absl::StrAppend(&quoted, "\\x", absl::Hex(byte, absl::kZeroPad2));
    } else {
      quoted.push_back(byte);
    }
  }
  quoted.push_back('`');
  return quoted;
}

absl::Status SystemError(int error_number, absl::string_view what) {
  return {absl::ErrnoToStatusCode(error_number),
          absl::StrCat(what, ": ", Cause(error_number), "; ", RemedyFor(error_number))};
}

}  // namespace grpcfg
