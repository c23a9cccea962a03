// A baseline: the findings that were there when a repository came under the gate. Entries are
// distinguished by file, rule, names of the method, place without indices and text, and counted.
// Promise: the same findings give the same bytes, one line an entry.
#ifndef GRPCFG_VALIDATOR_PROJECT_BASELINE_H_
#define GRPCFG_VALIDATOR_PROJECT_BASELINE_H_

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/position.h"
#include "validator/engine/report.h"
#include "validator/project/project_file.h"

namespace grpcfg {

struct BaselineEntry {
  std::string path = {};  // from the directory of the baseline
  std::string rule = {};
  std::string in = {};                    // the DNS record, and the conditions of the choice
  std::vector<std::string> methods = {};  // the names of the entry, sorted; none: it has none
  std::string pointer = {};
  std::string text = {};
  size_t count = 1;
  std::vector<std::string> after = {};  // the conditions of the choices before that of `in`
};

// The pointer of findings of a rule that are too many to be distinguished, and are counted only.
inline constexpr absl::string_view kCountedOnly = "**";

// What a run finds out about an entry.
struct EntryUse {
  bool is_covered = false;  // by the run: its file was checked, or deleted
  size_t matched = 0;       // findings
  size_t suppressed = 0;    // findings that the project file takes out
};

// Which target did something with which document.
struct BaselineDocument {
  std::string path = {};    // from the directory of the baseline
  std::string record = {};  // the name of the DNS record, of a file with records
  std::string target = {};

  bool operator<(const BaselineDocument& other) const {
    return std::tie(path, record, target) < std::tie(other.path, other.record, other.target);
  }
  bool operator==(const BaselineDocument& other) const = default;
};

// What those did that did not accept a document.
using BaselineVerdicts = absl::btree_map<BaselineDocument, Verdict>;

// The text of a baseline. Equal entries become one.
std::string BaselineText(std::vector<BaselineEntry> entries, const BaselineVerdicts& verdicts = {});

// Each entry as often as it is in one of the two.
std::vector<BaselineEntry> MoreOf(std::vector<BaselineEntry> some,
                                  std::vector<BaselineEntry> others);

class Baseline {
 public:
  Baseline() = default;
  explicit Baseline(const BaselineFile& file);
  // In memory: its entries have no places.
  explicit Baseline(std::vector<BaselineEntry> entries, BaselineVerdicts verdicts = {});

  // True if it has findings or verdicts of a file.
  [[nodiscard]] bool Knows(absl::string_view path) const;
  // Of these files, each once.
  [[nodiscard]] absl::btree_set<std::string> Paths() const;

  // The entries of a file, by their places in entries(); in order.
  [[nodiscard]] absl::Span<const size_t> ForFile(absl::string_view path) const;
  [[nodiscard]] absl::Span<const BaselineEntry> entries() const { return entries_; }

  // False: it was written by an earlier release, which kept neither verdicts nor `in`.
  [[nodiscard]] bool has_verdicts() const { return has_verdicts_; }
  [[nodiscard]] const BaselineVerdicts& verdicts() const { return verdicts_; }
  // A target that is in no verdict accepted the document, or was not selected.
  [[nodiscard]] Verdict VerdictOn(const BaselineDocument& document) const;

  // Each entry and verdict that one of the two has: of two changes that git could not merge.
  [[nodiscard]] Baseline JoinedWith(const Baseline& other) const;

  // Adds a finding for each entry that is about more findings than it has matched.
  void AddStale(absl::FunctionRef<EntryUse(size_t index)> use_of, Report& report) const;

 private:
  std::vector<BaselineEntry> entries_;
  bool has_verdicts_ = true;
  BaselineVerdicts verdicts_;
  std::vector<std::pair<Span, std::string>> places_;  // of entries_: where, and the pointer
  absl::flat_hash_map<std::string, std::vector<size_t>> by_path_;
};

// How many entries of a baseline another one does not have, or has for fewer findings, and the
// other way round.
struct BaselineChange {
  size_t added = 0;
  size_t dropped = 0;
};
BaselineChange ChangeBetween(const Baseline& before, const Baseline& after);

// Finds the entries of one file for its findings. Each finding of an entry counts for each of its
// names, so that names may go, and entries may be split and joined; one more name is not known.
// Of an entry in a choice no finding is known that the choices before leave more clients to.
class BaselineMatcher {
 public:
  BaselineMatcher(const Baseline& baseline, absl::string_view path);

  // Takes `finding`, with its count, off the entries that are about it. False, and nothing is
  // taken, if they are not about so many, or not about one of its names.
  bool Take(const BaselineEntry& finding);

  // How many findings each entry of the file has had, in the order of Baseline::ForFile.
  [[nodiscard]] const std::vector<size_t>& matched() const { return matched_; }

 private:
  struct Slot {
    size_t entry;  // into of_file_
    size_t left;
  };

  [[nodiscard]] bool IsAbout(const Slot& slot, const BaselineEntry& finding) const;

  const Baseline& baseline_;
  absl::Span<const size_t> of_file_;
  std::vector<size_t> matched_;
  absl::flat_hash_map<std::string, std::vector<Slot>> by_key_;  // with one of the names
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_BASELINE_H_
