// What is found in the configs of a source file, at its places there.
#ifndef GRPCFG_SOURCE_CHECK_CONFIGS_H_
#define GRPCFG_SOURCE_CHECK_CONFIGS_H_

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "source/find_configs.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/report.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {

// Checks each config of `text`. All places are in `text`, and fixes are written as the strings they
// lie in are quoted; a fix that cannot be is a help. Of a config with holes only that is reported
// which is true whatever they stand for, and its verdict is the best that it may have.
Report CheckConfigs(absl::string_view text, const SourceConfigs& configs, const CheckPlan& plan);

// Marks what is known of a report on a text, so that it is not fixed.
using MarkInSource = absl::FunctionRef<void(absl::string_view text, Report& report)>;

// Which findings are fixed, and by which fixes.
struct FixPlan {
  const CheckPlan& check;
  FixChoice choice;
  MarkInSource mark;
};

// Makes the fixes of the configs in `text`, in rounds as FixDocument does.
FixedDocument FixConfigs(absl::string_view text, const Language& language, const FixPlan& plan);

}  // namespace grpcfg

#endif  // GRPCFG_SOURCE_CHECK_CONFIGS_H_
