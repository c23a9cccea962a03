// What holds of every output for people, for the fuzz targets.
#ifndef GRPCFG_TESTS_FUZZ_TEXT_INVARIANTS_H_
#define GRPCFG_TESTS_FUZZ_TEXT_INVARIANTS_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "schema/json/utf8.h"
#include "tests/fuzz/report_invariants.h"

namespace grpcfg {

// UTF-8 without any control but line breaks, those of Latin-1 included.
inline void CheckPrinted(absl::string_view out) {
  constexpr unsigned char kSpace = 0x20;
  constexpr unsigned char kDelete = 0x7F;
  Require(FindInvalidUtf8(out, 0) == absl::string_view::npos);
  for (size_t i = 0; i < out.size(); ++i) {
    const auto byte = static_cast<unsigned char>(out[i]);
    Require(byte == '\n' || (byte >= kSpace && byte != kDelete));
    Require(byte != 0xC2 || static_cast<unsigned char>(out[i + 1]) >= 0xA0);
  }
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_FUZZ_TEXT_INVARIANTS_H_
