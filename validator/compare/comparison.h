// What a change of a config changes for calls: per method and client, in what the client does and
// not in how the text is written.
#ifndef GRPCFG_VALIDATOR_COMPARE_COMPARISON_H_
#define GRPCFG_VALIDATOR_COMPARE_COMPARISON_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "simulator/report/simulation.h"

namespace grpcfg {

// How closely a reviewer should look.
enum class ChangeRisk : uint8_t {
  kLow,     // calls are no worse off, or something harmless
  kMedium,  // some calls may fail that did not, or a server gets more of them
  kHigh,    // a client refuses the config, policies are lost, or an outage gets worse
};

// `low`, `medium`, `high`.
absl::string_view RiskName(ChangeRisk risk);

// One thing that is not as it was.
struct Change {
  std::string what = {};    // `timeout`, `retryPolicy.maxAttempts`, `attempts`: see docs/calls.md
  std::string before = {};  // as JSON; `null`: it was not there
  std::string after = {};
  ChangeRisk risk = ChangeRisk::kMedium;
  absl::string_view why = {};              // of that risk, for people; empty: it is plain
  std::optional<std::string> reason = {};  // of one who has acknowledged it
  std::string label = {};                  // for people; empty: that of `what`

  friend bool operator==(const Change&, const Change&) = default;
};

// What changes for one method and one target.
struct ComparedMethod {
  std::string name = {};  // `pkg.Service/Method`, `pkg.Service`; `*`: all others, and the channel
  std::string old_name = {};  // another one, if the package has another version
  std::string target = {};    // as the user spelled it
  std::vector<Change> changes = {};
  SimulatedMethod before = {};  // of the old version
  SimulatedMethod after = {};   // of the new version
};

// A finding of the new version that the old one did not have.
struct NewFinding {
  std::string severity = {};
  std::string rule = {};
  std::string message = {};
  std::string pointer = {};
  size_t line = 0;  // from 1
  size_t column = 0;
};

// Of two versions of one file.
struct ComparedFile {
  std::string path = {};                      // of the new version
  std::vector<ComparedMethod> methods = {};   // only those with changes
  std::vector<NewFinding> new_findings = {};  // the gravest first
  bool is_new = false;                        // there was no old version
  bool is_deleted = false;                    // there is no new one
  std::vector<std::string> refused_by =
      {};  // targets that reject both, whose calls are not compared
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_COMPARE_COMPARISON_H_
