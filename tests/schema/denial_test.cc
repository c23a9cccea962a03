#include "schema/read/denial.h"

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

struct Row {
  absl::string_view name;
  absl::string_view meant;
  Denial denial = Denial::kNone;
};

constexpr Row kRows[] = {
    {"nonRetryableStatusCodes", "retryableStatusCodes", Denial::kOpposite},
    {"NotRetryableStatusCodes", "retryableStatusCodes", Denial::kOpposite},
    {"unretryableStatusCodes", "retryableStatusCodes", Denial::kOpposite},
    {"nonretryablestatuscodes", "retryableStatusCodes", Denial::kOpposite},
    {"never_retry_policy", "retryPolicy", Denial::kOpposite},
    {"retryPolicyWithoutJitter", "retryPolicy", Denial::kOpposite},
    {"!timeout", "timeout", Denial::kOpposite},
    {"fatalStatusCodes", "nonFatalStatusCodes", Denial::kOpposite},
    {"waitForNotReady", "waitForReady", Denial::kOpposite},
    {"not-round-robin", "round_robin", Denial::kOpposite},
    {"NOT_ABORTED", "ABORTED", Denial::kOpposite},
    {"minTokens", "maxTokens", Denial::kOpposite},
    {"maximum_hosts", "minimumHosts", Denial::kOpposite},
    {"retryPolicyObsolete", "retryPolicy", Denial::kSwitchedOff},
    {"tmp.timeout", "timeout", Denial::kSwitchedOff},
    {"draftMethodConfig", "methodConfig", Denial::kSwitchedOff},
    {"DISABLED_METHOD_CONFIG", "methodConfig", Denial::kSwitchedOff},
    {"legacyMethodConfig", "methodConfig", Denial::kNone},
    {"BACKUP_METHOD_CONFIG", "methodConfig", Denial::kNone},
    // No word of the name denies, or the field has it, too.
    {"retryableStatusCode", "retryableStatusCodes"},
    {"nonFatalStatusCode", "nonFatalStatusCodes"},
    {"nonfatalStatusCodes", "nonFatalStatusCodes"},
    {"non_fatal_codes", "nonFatalStatusCodes"},
    {"statusCodes", "nonFatalStatusCodes"},
    {"NOTFOUND", "NOT_FOUND"},
    {"NO_FOUND", "NOT_FOUND"},
    {"ABORT", "ABORTED"},
    {"UNAVAILABEL", "UNAVAILABLE"},
    {"minBackoff", "initialBackoff"},
    {"maxSize", "maxRingSize"},
    {"max_ring_size", "maxRingSize"},
    {"initialBackOff", "initialBackoff"},
    {"noteworthy", "timeout"},
    {"unitTimeout", "timeout"},
    {"oldest", "timeout"},
    {"nametag", "name"},
    {"", "timeout"},
};

TEST(DenialTest, IsInWholeWords) {
  for (const Row& row : kRows) {
    EXPECT_EQ(DenialOf(row.name, row.meant), row.denial) << row.name << " " << row.meant;
  }
}

TEST(DenialTest, LeavesWhatIsDenied) {
  EXPECT_EQ(WithoutDenial("excludeMethods"), "methods");
  EXPECT_EQ(WithoutDenial("todo_old-Timeout"), "timeout");
  EXPECT_EQ(WithoutDenial("ignored"), "");
}

}  // namespace
}  // namespace grpcfg
