#include "validator/report/help_lines.h"

#include <string>

#include "validator/engine/counted.h"

namespace grpcfg {

void ForEachHelpLine(const Diagnostic& diagnostic,
                     absl::FunctionRef<void(absl::string_view line)> append) {
  for (const std::string& help : diagnostic.help) {
    if (!help.empty()) append(help);
  }
  for (const Fix& fix : diagnostic.fixes) {
    const std::string words = WordsOf(fix);
    if (!words.empty()) append(words);
  }
}

}  // namespace grpcfg
