#include "validator/project/acknowledgements.h"

#include "validator/project/suppressions.h"
#include "validator/project/wildcard.h"

namespace grpcfg {

Acknowledgements::Acknowledgements(const std::vector<Acknowledgement>& rows, Date today) {
  for (const Acknowledgement& row : rows) {
    const std::optional<Date> last = Date::Parse(TextOf(row.until));
    if (!last || !(*last < today)) rows_.push_back({row, PathGlob(row.path)});
  }
}

std::optional<std::string> Acknowledgements::ReasonFor(const ChangeToKnow& change) const {
  for (const auto& [row, path] : rows_) {
    const bool is_about = path.Holds(change.path) && NamesRule(TextOf(row.what), change.what) &&
                          (row.method.empty() || MatchesMethod(TextOf(row.method), change.method));
    if (is_about) return std::string(TextOf(row.reason));
  }
  return std::nullopt;
}

}  // namespace grpcfg
