// Changes in words.
#ifndef GRPCFG_VALIDATOR_COMPARE_CHANGE_WORDS_H_
#define GRPCFG_VALIDATOR_COMPARE_CHANGE_WORDS_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "validator/compare/change_groups.h"
#include "validator/compare/comparison.h"

namespace grpcfg {

// "attempts per call in an outage" for `amplification.expected`; a field is called by its path.
std::string LabelOf(const Change& change);

// The value of a change for people: `none`, `2s`, `42%`, `UNAVAILABLE, ABORTED`,
// `4 attempts, 0.1s x 2 up to 1s, after UNAVAILABLE`.
std::string ValueWords(const Change& change, const std::string& json);

// "shop.Orders/Create, shop.Orders/Get and 3 more, for go, java"; "the channel, for all targets".
// `targets`: how many there are in all.
std::string HeadingOf(const ChangeGroup& group, const TargetChanges& part, size_t targets);

// What to know of targets that refuse a version, a sentence each: "spec, go refuse both versions,
// so nothing is said of their calls".
std::vector<std::string> NotesOn(const ComparedFile& file, size_t targets);

// "2 names change: 1 at high risk, 1 at medium risk"; "1 name changes, at high risk"; "nothing
// changes for calls".
std::string SummaryOf(absl::Span<const ComparedFile> files);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_COMPARE_CHANGE_WORDS_H_
