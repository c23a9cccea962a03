#include "tools/cli/command.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "CLI/CLI.hpp"

namespace grpcfg {
namespace {

template <typename T>
inline constexpr bool kIsList = false;
template <typename T>
inline constexpr bool kIsList<std::vector<T>> = true;

CLI::Validator ValidatorOf(const ValueCheck& check) { return {check, ""}; }

}  // namespace

Flag& Flag::ValueName(const std::string& name) { return option_->type_name(name), *this; }

Flag& Flag::Default(const std::string& text) { return option_->default_str(text), *this; }

Flag& Flag::ShowDefault() { return option_->capture_default_str(), *this; }

Flag& Flag::Check(const ValueCheck& check) { return option_->check(ValidatorOf(check)), *this; }

Flag& Flag::Rewrite(const ValueCheck& check) {
  return option_->transform(ValidatorOf(check)), *this;
}

Flag& Flag::Required() { return option_->required(), *this; }

Flag& Flag::TakesOne() { return option_->expected(1), *this; }

Flag& Flag::NoteIn(bool& is_given) {
  option_->each([&is_given](const std::string& /*value*/) { is_given = true; });
  return *this;
}

Flag& Flag::Needs(const Flag& other) { return option_->needs(other.option_), *this; }

Flag& Flag::Excludes(const Flag& other) { return option_->excludes(other.option_), *this; }

Command Command::AddCommand(const std::string& name, const std::string& description) {
  return Command(*app_->add_subcommand(name, description));
}

void Command::RequireCommand() { app_->require_subcommand(1); }

template <typename T>
Flag Command::AddFlag(const std::string& names, T& value, const std::string& description) {
  if constexpr (std::is_same_v<T, bool>) return Flag(*app_->add_flag(names, value, description));
  CLI::Option& option = *app_->add_option(names, value, description);
  // Else a flag would take the paths that follow its value.
  if (kIsList<T> && !option.get_positional()) option.allow_extra_args(false);
  return Flag(option);
}

template Flag Command::AddFlag(const std::string&, bool&, const std::string&);
template Flag Command::AddFlag(const std::string&, int&, const std::string&);
template Flag Command::AddFlag(const std::string&, uint16_t&, const std::string&);
template Flag Command::AddFlag(const std::string&, uint32_t&, const std::string&);
template Flag Command::AddFlag(const std::string&, size_t&, const std::string&);
template Flag Command::AddFlag(const std::string&, double&, const std::string&);
template Flag Command::AddFlag(const std::string&, std::optional<double>&, const std::string&);
template Flag Command::AddFlag(const std::string&, std::string&, const std::string&);
template Flag Command::AddFlag(const std::string&, std::optional<std::string>&, const std::string&);
template Flag Command::AddFlag(const std::string&, std::vector<std::string>&, const std::string&);

Flag Command::AddIgnoredFlag(const std::string& names, const std::string& description) {
  return Flag(*app_->add_option(names, description));
}

void Command::MakeArgumentsOptional() {
  for (CLI::Option* const option : app_->get_options()) {
    if (option->get_positional()) option->required(false);
  }
}

std::string Command::name() const { return app_->get_name(); }

std::vector<Command> Command::commands() const {
  std::vector<Command> commands;
  for (CLI::App* const each : app_->get_subcommands({})) commands.emplace_back(*each);
  return commands;
}

bool Command::IsGiven() const { return app_->parsed(); }

}  // namespace grpcfg
