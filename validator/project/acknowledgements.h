// The changes that a project file acknowledges, for `diff`.
#ifndef GRPCFG_VALIDATOR_PROJECT_ACKNOWLEDGEMENTS_H_
#define GRPCFG_VALIDATOR_PROJECT_ACKNOWLEDGEMENTS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "validator/project/date.h"
#include "validator/project/path_glob.h"
#include "validator/project/project_file.h"

namespace grpcfg {

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

  std::vector<Row> rows_;  // those in force
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_ACKNOWLEDGEMENTS_H_
