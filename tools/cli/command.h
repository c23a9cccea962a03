// A command of the program: its flags, its arguments and the commands below it. CLI11 reads them;
// its header takes seconds to compile, so that only command.cc, help.cc and main.cc see it.
#ifndef GRPCFG_TOOLS_CLI_COMMAND_H_
#define GRPCFG_TOOLS_CLI_COMMAND_H_

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace grpcfg {

// What is wrong with the value of a flag; empty: nothing. It may change the value.
using ValueCheck = std::function<std::string(std::string& value)>;

// A flag that was added. All functions return the flag itself.
class Flag {
 public:
  explicit Flag(CLI::Option& option) : option_(&option) {}

  // What help calls its value: "FILE".
  Flag& ValueName(const std::string& name);

  // What help says of its default.
  Flag& Default(const std::string& text);
  // The same, as the value that the variable has now.
  Flag& ShowDefault();

  // What a shell offers as its value; others are taken, too.
  Flag& Offer(const std::vector<std::string>& values);
  // Offers `values` and refuses others; `what` is what an error calls them, with an article: "a
  // severity".
  Flag& OneOf(const std::string& what, const std::vector<std::string>& values);

  // Refuses values for which `check` says what is wrong; what it changes is forgotten.
  Flag& Check(const ValueCheck& check);
  // The same, and goes on with what `check` makes of the value.
  Flag& Rewrite(const ValueCheck& check);

  Flag& Required();
  // Takes one value, where its variable is a list.
  Flag& TakesOne();
  // `is_given` becomes true if the flag is there.
  Flag& NoteIn(bool& is_given);
  Flag& Needs(const Flag& other);
  Flag& Excludes(const Flag& other);

 private:
  CLI::Option* option_;
};

// A flag or an argument, as help, manual page and shells show it.
struct FlagRow {
  std::vector<std::string> names;  // "-j", "--jobs"; of an argument only what stands for it: "PATH"
  bool is_argument = false;
  std::string value_name;  // "N"; empty: it has no value
  std::string description;
  std::string default_value;  // empty: none that is shown
  bool is_repeatable = false;
  bool is_required = false;
  std::vector<std::string> offered;  // values: see Flag::Offer
  std::string group;                 // see Command::BeginGroup; empty: none
};

class Command {
 public:
  // `app` must outlive it.
  explicit Command(CLI::App& app) : app_(&app) {}

  Command AddCommand(const std::string& name, const std::string& description);
  // One of the commands below it must be given.
  void RequireCommand();

  // The heading in help of the flags that are added from now on.
  void BeginGroup(const std::string& heading);

  // Adds a flag, `names` is as in "-j,--jobs", or arguments, as in "PATH". Of a `bool` the flag has
  // no value, of a list it is repeatable. Defined for bool, numbers, strings, optional ones and
  // lists of strings: see command.cc.
  template <typename T>
  Flag AddFlag(const std::string& names, T& value, const std::string& description);

  // Adds a flag whose value has no effect.
  Flag AddIgnoredFlag(const std::string& names, const std::string& description);

  // Its arguments may be absent.
  void MakeArgumentsOptional();

  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string call() const;  // "grpcfg dns check"
  [[nodiscard]] std::string description() const;
  // The heading in help that it is under.
  [[nodiscard]] std::string group() const;
  void SetGroup(const std::string& heading);
  [[nodiscard]] std::string examples() const;           // see AddExamples
  [[nodiscard]] std::vector<FlagRow> flags() const;     // in the order in which they were added
  [[nodiscard]] std::vector<Command> commands() const;  // below it
  // As it was given: "grpcfg dns check zone.db --origin a.test".
  [[nodiscard]] std::string AsGiven() const;
  // True if the command line has it.
  [[nodiscard]] bool IsGiven() const;

  [[nodiscard]] CLI::App& app() const { return *app_; }

 private:
  CLI::App* app_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_COMMAND_H_
