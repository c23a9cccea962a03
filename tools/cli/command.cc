#include "tools/cli/command.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "validator/engine/nearest_names.h"

namespace grpcfg {
namespace {

template <typename T>
inline constexpr bool kIsList = false;
template <typename T>
inline constexpr bool kIsList<std::vector<T>> = true;

// What CLI11 calls the group of options that are in none.
constexpr absl::string_view kNoGroup = "Options";

// Before the values that a shell offers, in the name of a validator that refuses nothing.
constexpr absl::string_view kOffer = "offer ";

// The values that a shell offers for `option`.
std::vector<std::string> OfferedBy(CLI::Option& option) {
  try {
    for (int i = 0;; ++i) {
      absl::string_view name = option.get_validator(i)->get_name();
      if (absl::ConsumePrefix(&name, kOffer)) return absl::StrSplit(name, ' ');
    }
  } catch (const CLI::OptionNotFound& /*there are no more*/) {
    return {};
  }
}

FlagRow RowOf(CLI::Option& option) {
  FlagRow row;
  row.is_argument = option.get_positional();
  row.description = option.get_description();
  row.default_value = option.get_default_str();
  row.is_repeatable = option.get_expected_max() == CLI::detail::expected_max_vector_size;
  row.is_required = option.get_required();
  row.offered = OfferedBy(option);
  if (option.get_group() != kNoGroup) row.group = option.get_group();
  if (option.get_type_size() > 0) row.value_name = option.get_type_name();
  if (row.is_argument) {
    row.names = {option.get_name(true, false)};
  } else {
    row.names = absl::StrSplit(option.get_name(false, true), ',');
  }
  return row;
}

CLI::Validator ValidatorOf(const ValueCheck& check) { return {check, ""}; }

}  // namespace

Flag& Flag::ValueName(const std::string& name) { return option_->type_name(name), *this; }

Flag& Flag::Default(const std::string& text) { return option_->default_str(text), *this; }

Flag& Flag::ShowDefault() { return option_->capture_default_str(), *this; }

Flag& Flag::Offer(const std::vector<std::string>& values) {
  const auto refuse_nothing = [](std::string& /*value*/) { return std::string(); };
  return option_->check(
             CLI::Validator(refuse_nothing, "", absl::StrCat(kOffer, absl::StrJoin(values, " ")))),
         *this;
}

Flag& Flag::OneOf(const std::string& what, const std::vector<std::string>& values) {
  const auto check = [what, values](const std::string& value) -> std::string {
    if (absl::c_linear_search(values, value)) return {};
    return NotAmong(value, what, std::vector<absl::string_view>(values.begin(), values.end()));
  };
  return Check(check).Offer(values);
}

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
  return Command(*app_->add_subcommand(name, description)->group("Commands"));
}

void Command::BeginGroup(const std::string& heading) { app_->option_defaults()->group(heading); }

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

std::string Command::call() const {
  std::string call = app_->get_name();
  for (const CLI::App* parent = app_->get_parent(); parent != nullptr;
       parent = parent->get_parent()) {
    call = absl::StrCat(parent->get_name(), " ", call);
  }
  return call;
}

std::string Command::AsGiven() const {
  const auto quoted = [](const std::string& word) {
    const bool is_plain =
        !word.empty() && word.find_first_of(" \t\n\"\\'$&|;<>()*?#`") == std::string::npos;
    return is_plain ? word : absl::StrCat("'", absl::StrReplaceAll(word, {{"'", "'\\''"}}), "'");
  };
  std::string line = call();
  for (const CLI::Option* const option : app_->get_options()) {
    const bool has_value = option->get_items_expected_max() > 0;
    const std::string name = option->get_positional() ? "" : absl::StrCat(" ", option->get_name());
    if (!has_value && option->count() > 0) absl::StrAppend(&line, name);
    if (!has_value) continue;
    for (const std::string& value : option->results()) {
      absl::StrAppend(&line, name, " ", quoted(value));
    }
  }
  return line;
}

std::string Command::description() const { return app_->get_description(); }

std::string Command::group() const { return app_->get_group(); }

void Command::SetGroup(const std::string& heading) { app_->group(heading); }

std::string Command::examples() const { return app_->get_footer(); }

std::vector<FlagRow> Command::flags() const {
  std::vector<FlagRow> rows;
  for (CLI::Option* const option : app_->get_options()) rows.push_back(RowOf(*option));
  return rows;
}

std::vector<Command> Command::commands() const {
  std::vector<Command> commands;
  for (CLI::App* const each : app_->get_subcommands({})) commands.emplace_back(*each);
  return commands;
}

bool Command::IsGiven() const { return app_->parsed(); }

}  // namespace grpcfg
