// A command of the command line, of which no more flags are made than somebody typed: CLI11
// compares each new flag with all before it, which takes longer than to check a small file.
// Promise: a command line is understood as with all flags, or not at all.
#ifndef GRPCFG_TOOLS_CLI_COMMAND_H_
#define GRPCFG_TOOLS_CLI_COMMAND_H_

#include <cstddef>
#include <string>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace grpcfg {

class Command : public CLI::App {
 public:
  // The program, with every flag.
  Command() : CLI::App("", "", nullptr) {}

  // The program, with the flags that `words` name: where these are wrong, or ask for help, parsing
  // fails. They must live as long.
  explicit Command(absl::Span<char* const> words);

  [[nodiscard]] bool has_every_flag() const { return has_every_flag_; }

  // As those of CLI11, whose names they have for what is called on their results.
  Command* add_subcommand(const std::string& name, const std::string& about);

  template <typename... Rest>
  CLI::Option* add_option(const char* names, Rest&&... rest) {
    return IsWanted(names) ? CLI::App::add_option(names, std::forward<Rest>(rest)...) : Spare();
  }

  template <typename... Rest>
  CLI::Option* add_flag(const char* names, Rest&&... rest) {
    return IsWanted(names) ? CLI::App::add_flag(names, std::forward<Rest>(rest)...) : Spare();
  }

 private:
  Command(const std::string& name, const std::string& about, Command& parent);

  // True of arguments without a flag, and of flags that are named.
  [[nodiscard]] bool IsWanted(absl::string_view names) const;

  // Takes what is said of a flag that nobody typed. Required, it is missing. There are two, so that
  // one can exclude the other.
  CLI::Option* Spare();

  bool has_every_flag_ = true;
  absl::Span<char* const> words_ = {};
  CLI::Option* spares_[2] = {};
  size_t spared_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_COMMAND_H_
