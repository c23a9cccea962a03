// `grpcfg fix` killed before and after each of its system calls: the file is the old one or the new
// one, whole.
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "tests/expected_file.h"
#include "tests/tools/workspace/temporary_tree.h"

namespace grpcfg {
namespace {

constexpr char kOld[] = R"({"methodConfig": [{"name": [{}], "waitForReady": "true"}]} )";
constexpr char kNew[] = R"({"methodConfig": [{"name": [{}], "waitForReady": true}]} )";

// Becomes the program, which stops before its first instruction.
[[noreturn]] void Exec(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  // Leaks are looked for by a tracer, and there is one already.
  setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
  execv(argv[0], argv.data());
  _exit(127);
}

// Runs the program and sends it the signal at the stop of that number; a system call has two,
// before it and after it. Returns the number of stops that it made; 0 if it could not be traced.
int RunUntilStop(const std::vector<std::string>& arguments, int last, int signal) {
  const pid_t child = fork();
  if (child == 0) Exec(arguments);
  int status = 0;
  int stops = 0;
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status) && stops < last) {
    if (ptrace(PTRACE_SYSCALL, child, nullptr, nullptr) != 0) break;
    ++stops;
  }
  if (signal != SIGKILL && WIFSTOPPED(status)) {
    kill(child, signal);
    while (WIFSTOPPED(status)) {
      const int delivered = WSTOPSIG(status) == signal ? signal : 0;
      if (ptrace(PTRACE_CONT, child, nullptr, delivered) != 0) break;
      waitpid(child, &status, 0);
    }
    return stops;
  }
  const bool has_ended = WIFEXITED(status) || WIFSIGNALED(status);
  if (has_ended) return WIFEXITED(status) && WEXITSTATUS(status) != 127 ? stops : 0;
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return stops;
}

// A directory with the file, and what a run makes of it.
class Victim {
 public:
  // With two names the file is written in place.
  explicit Victim(bool has_two_names) {
    tree_.Write("a.json", kOld);
    EXPECT_TRUE(!has_two_names || link(Path().c_str(), tree_.Path("b.json").c_str()) == 0);
  }

  [[nodiscard]] int Run(int last, int signal = SIGKILL) const {
    return RunUntilStop({GRPCFG_BINARY, "fix", "--quiet", "--in-place", Path()}, last, signal);
  }
  [[nodiscard]] std::string Text() const { return ReadWhole(Path()); }

  // What an interrupted run left beside the file; nothing: null.
  [[nodiscard]] std::optional<std::string> TextBeside() const {
    for (const auto& entry : std::filesystem::directory_iterator(tree_.Path(""))) {
      if (absl::StartsWith(entry.path().filename().string(), ".grpcfg-")) {
        return ReadWhole(entry.path());
      }
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::string Path() const { return tree_.Path("a.json"); }

  TemporaryTree tree_;
};

struct Killed {
  int stops = 0;
  int old_texts = 0;  // that were there after a kill
  int new_texts = 0;
  int others = 0;  // of which the old text stands beside the file
};

// Kills `fix` at every stop from the last one back to those where it has not begun to write.
Killed KillEverywhere(bool has_two_names) {
  constexpr int kUntouched = 40;  // stops in a row
  const Victim whole(has_two_names);
  Killed killed = {.stops = whole.Run(std::numeric_limits<int>::max())};
  if (killed.stops == 0) return killed;
  EXPECT_EQ(whole.Text(), kNew);
  EXPECT_EQ(whole.TextBeside(), std::nullopt);
  for (int stop = killed.stops, untouched = 0; stop > 0 && untouched < kUntouched; --stop) {
    const Victim victim(has_two_names);
    EXPECT_GT(victim.Run(stop), 0);
    const std::string text = victim.Text();
    const std::optional<std::string> beside = victim.TextBeside();
    const bool is_safe = has_two_names && beside == kOld;
    EXPECT_TRUE(text == kOld || text == kNew || is_safe) << "at stop " << stop << ": " << text;
    ++(text == kOld ? killed.old_texts : text == kNew ? killed.new_texts : killed.others);
    untouched = text == kOld && !beside ? untouched + 1 : 0;
  }
  return killed;
}

TEST(FixKilledTest, TheOldTextOrTheNewOneIsThere) {
  const Killed killed = KillEverywhere(false);
  if (killed.stops == 0) GTEST_SKIP() << "a process may not be traced here";
  EXPECT_GT(killed.old_texts, 40) << "some of them with a file beside";
  EXPECT_GT(killed.new_texts, 0);
  EXPECT_EQ(killed.others, 0);
}

TEST(FixKilledTest, InPlaceTheOldTextStandsBesideIt) {
  const Killed killed = KillEverywhere(true);
  if (killed.stops == 0) GTEST_SKIP() << "a process may not be traced here";
  EXPECT_GT(killed.new_texts, 0);
  EXPECT_GT(killed.others, 0);
}

// Ctrl-C, which a user may press at any time, leaves nothing beside the file.
TEST(FixKilledTest, AnInterruptedRunTidiesUp) {
  constexpr int kSteps = 80;  // back from the last stop; before them the file is not yet touched
  for (const bool has_two_names : {false, true}) {
    const int stops = Victim(has_two_names).Run(std::numeric_limits<int>::max());
    if (stops == 0) GTEST_SKIP() << "a process may not be traced here";
    for (int stop = stops; stop > 0 && stop > stops - kSteps; --stop) {
      const Victim victim(has_two_names);
      EXPECT_GT(victim.Run(stop, SIGINT), 0);
      EXPECT_EQ(victim.TextBeside(), std::nullopt) << "at stop " << stop;
      const std::string text = victim.Text();
      EXPECT_TRUE(text == kOld || text == kNew) << "at stop " << stop << ": " << text;
    }
  }
}

}  // namespace
}  // namespace grpcfg
