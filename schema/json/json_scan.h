// A JSON text from its first to its last byte by the rules of one parser: does it take the text,
// and where does it stop reading? Values are not kept; see JsonTree for those.
#ifndef GRPCFG_SCHEMA_JSON_JSON_SCAN_H_
#define GRPCFG_SCHEMA_JSON_JSON_SCAN_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "schema/json/number.h"

namespace grpcfg {

// RFC 8259 and what is taken beyond it. Without any, bad UTF-8 and halves of surrogate pairs are
// refused.
struct JsonScanRules {
  size_t depth_limit = 0;                               // 0: any depth
  bool (*is_number)(absl::string_view) = IsJsonNumber;  // a token of digits, signs, `.` and `e`
  bool more_numbers = false;                            // some of which RFC 8259 has not
  bool duplicate_keys = false;                          // for callers: the scan keeps no keys
  bool missing_member_value = false;                    // `{"a":}`
  bool comma_after_empty = false;                       // `[{},]`
  bool nul_ends = false;                                // a NUL byte ends the text
  bool words_in_any_case = false;                       // `TRUE`
  bool controls_in_strings = false;
  bool more_escapes = false;  // `\'` and a backslash before a line break
  bool byte_order_mark = false;
  bool text_after_value = false;
  bool lone_surrogates = false;
  bool invalid_utf8 = false;  // in strings
};

struct JsonScan {
  bool is_taken = false;
  size_t end = 0;  // behind the last byte that was looked at
};

// Scans `text` from `begin` on; any depth without recursion, in linear time.
JsonScan ScanJson(absl::string_view text, size_t begin, const JsonScanRules& rules);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_JSON_SCAN_H_
