#include "tools/cli/command.h"

#include <iterator>
#include <memory>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace grpcfg {
namespace {

// No words of people.
constexpr const char* kSpareNames[] = {"--\x7f", "--\x7f\x7f"};

bool IsShort(absl::string_view flag) { return flag.size() > 1 && flag[0] == '-' && flag[1] != '-'; }

// True if `word` is the flag, or may be it among others: `--jobs=4` or `-qj4`.
bool MayName(absl::string_view word, absl::string_view flag) {
  if (IsShort(flag)) return IsShort(word);
  return absl::StartsWith(word, flag) && (word.size() == flag.size() || word[flag.size()] == '=');
}

}  // namespace

Command::Command(absl::Span<char* const> words)
    : CLI::App("", "", nullptr),
      has_every_flag_(absl::c_any_of(
          words, [](const char* word) { return absl::StartsWith(word, kSpareNames[0]); })),
      words_(words) {}

Command::Command(const std::string& name, const std::string& about, Command& parent)
    : CLI::App(about, name, &parent),
      has_every_flag_(parent.has_every_flag_),
      words_(parent.words_) {}

Command* Command::add_subcommand(const std::string& name, const std::string& about) {
  const std::shared_ptr<Command> command(new Command(name, about, *this));
  CLI::App::add_subcommand(command);
  return command.get();
}

bool Command::IsWanted(absl::string_view names) const {
  if (has_every_flag_ || names[0] != '-') return true;
  return absl::c_any_of(absl::StrSplit(names, ','), [&](absl::string_view flag) {
    return absl::c_any_of(words_, [&](const char* word) { return MayName(word, flag); });
  });
}

CLI::Option* Command::Spare() {
  const size_t next = spared_++ % std::size(spares_);
  if (spares_[next] == nullptr) spares_[next] = CLI::App::add_option(kSpareNames[next]);
  return spares_[next];
}

}  // namespace grpcfg
