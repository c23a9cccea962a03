// Colours of the text formats: what is painted how. Words must be visible already, see escape.h.
#ifndef GRPCFG_VALIDATOR_REPORT_PAINT_H_
#define GRPCFG_VALIDATOR_REPORT_PAINT_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "validator/engine/diagnostic.h"
#include "validator/report/reporter.h"

namespace grpcfg {

// SGR sequences of ECMA-48, in colours that are readable on dark and on light ground.
inline constexpr absl::string_view kBold = "\x1b[1m";
inline constexpr absl::string_view kRed = "\x1b[1;31m";
inline constexpr absl::string_view kGreen = "\x1b[1;32m";
inline constexpr absl::string_view kMagenta = "\x1b[1;35m";
inline constexpr absl::string_view kCyan = "\x1b[1;36m";
inline constexpr absl::string_view kReset = "\x1b[0m";

constexpr absl::string_view PaintOf(Severity severity) {
  constexpr absl::string_view kPaints[] = {kCyan, kMagenta, kRed};
  return kPaints[static_cast<size_t>(severity)];
}

// Writes to one string, with colours or without.
class Painter {
 public:
  Painter(Color color, std::string& out) : color_(color), out_(out) {}

  // What is appended to `out()` from here to Stop() is in `paint`.
  void Start(absl::string_view paint) {
    if (color_ == Color::kYes) absl::StrAppend(&out_, paint);
  }
  void Stop() { Start(kReset); }

  void Paint(absl::string_view paint, absl::string_view words) {
    Start(paint);
    absl::StrAppend(&out_, words);
    Stop();
  }

  std::string& out() { return out_; }

 private:
  Color color_;
  std::string& out_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_PAINT_H_
