// The suppressions of a project file, ready to be matched.
#ifndef GRPCFG_VALIDATOR_PROJECT_SUPPRESSIONS_H_
#define GRPCFG_VALIDATOR_PROJECT_SUPPRESSIONS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "validator/engine/report.h"
#include "validator/project/date.h"
#include "validator/project/path_glob.h"
#include "validator/project/pattern_map.h"
#include "validator/project/project_file.h"

namespace grpcfg {

// ---- Suppressions

// What a run finds out about a suppression.
enum class SuppressionUse : uint8_t {
  kUnknown,
  kConcerned,  // a file that it is about was checked
  kUsed,       // it matches a finding
  kUnused,     // all that it may be about were, and it matches nothing
};

// What they say of the methods of their findings; each list holds suppressions by their indices.
struct SuppressedMethods {
  std::vector<size_t> all;                    // whatever method it is
  PatternMap<std::vector<size_t>> by_method;  // by MethodPattern

  void Close() { by_method.Close(); }
};

class Suppressions {
 public:
  // One that ends before `today` suppresses nothing.
  Suppressions(std::vector<Suppression> suppressions, Date today);

  [[nodiscard]] size_t size() const { return rows_.size(); }

  // Those in force that are about a file, by their indices; `path` from the directory of the
  // project file.
  [[nodiscard]] std::vector<size_t> ForFile(absl::string_view path) const;

  // The same of those whose last day is over.
  [[nodiscard]] std::vector<size_t> OverForFile(absl::string_view path) const;

  // Those of the same files, by RulePattern, and then by PointerPattern.
  using ByPlace = PatternMap<PatternMap<SuppressedMethods>>;

  // Those that ForFile has, and that OverForFile has.
  struct OfFile {
    std::vector<const ByPlace*> in_force = {};
    std::vector<const ByPlace*> over = {};
  };
  [[nodiscard]] OfFile ByPlaceFor(absl::string_view path) const;

  // True if it is about every finding of `rule` in its files.
  [[nodiscard]] bool MatchesAll(size_t index, absl::string_view rule) const;

  // True if it is about a file at `path`.
  [[nodiscard]] bool IsAbout(size_t index, absl::string_view path) const;

  // Adds a finding for each that is unused, and for each that is concerned and whose last day is
  // over.
  void AddFindings(absl::FunctionRef<SuppressionUse(size_t index)> use_of, Report& report) const;

  [[nodiscard]] absl::string_view rule(size_t index) const { return TextOf(rows_[index].row.rule); }
  [[nodiscard]] bool HasPath(size_t index) const { return !rows_[index].row.path.empty(); }

 private:
  struct Row {
    Suppression row;
    PathGlob path;
    bool is_over;
  };

  // Those about the same files.
  struct Group {
    PathGlob path;
    ByPlace in_force = {};
    ByPlace over = {};
  };

  [[nodiscard]] std::vector<size_t> ForFile(absl::string_view path, bool is_over) const;
  void AddGroups();

  std::vector<Row> rows_;
  std::vector<Group> groups_;
};

// True if `pattern`, an id or the beginning of several and `*`, stands for `rule`.
bool NamesRule(absl::string_view pattern, absl::string_view rule);

// ---- The changes that a project file acknowledges, for `diff`.

// A change of a file.
struct ChangeToKnow {
  absl::string_view path;    // of the file, from the directory of the project file
  absl::string_view method;  // `pkg.Service/Method`, `pkg.Service/*` or `*`
  absl::string_view what;    // `retryPolicy.maxAttempts`
};

class Acknowledgements {
 public:
  // One that ends before `today` acknowledges nothing.
  Acknowledgements(const std::vector<Acknowledgement>& rows, Date today);

  // The reason of the first that is about the change; nothing: none is.
  [[nodiscard]] std::optional<std::string> ReasonFor(const ChangeToKnow& change) const;

 private:
  struct Row {
    Acknowledgement row;
    PathGlob path;
  };

  std::vector<Row> rows_;                           // those in force
  PatternMap<PatternMap<std::vector<size_t>>> by_;  // of them, by RulePattern and MethodPattern
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_SUPPRESSIONS_H_
