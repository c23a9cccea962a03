#include "tools/cli/check_formats.h"

#include <filesystem>
#include <system_error>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "tools/cli/rule_flags.h"
#include "tools/docgen/rule_page.h"

namespace grpcfg {
namespace {

absl::string_view FormatName(absl::string_view format) {
  return format.substr(0, format.find(':'));
}

// True if one of `formats` is none of `names`.
bool HasOtherThan(absl::Span<const absl::string_view> names,
                  absl::Span<const std::string> formats) {
  const auto is_other = [&](absl::string_view format) {
    return !absl::c_linear_search(names, FormatName(format));
  };
  return formats.empty() ? is_other("text") : absl::c_any_of(formats, is_other);
}

}  // namespace

bool AreForPeople(absl::Span<const std::string> formats) {
  return !HasOtherThan({"text", "concise"}, formats);
}

bool NeedsFingerprints(absl::Span<const std::string> formats) {
  return absl::c_any_of(formats, [](absl::string_view format) {
    return FormatName(format) == "gitlab" || FormatName(format) == "sarif";
  });
}

void AddProgramTo(absl::Span<const std::string> formats, ReporterOptions& options) {
  std::error_code no_directory;  // then paths stay as they are
  if (!AreForPeople(formats)) {
    options.directory = std::filesystem::current_path(no_directory).string();
  }
  options.version = GRPCFG_VERSION;
  static constexpr absl::string_view kHomepage = GRPCFG_HOMEPAGE;
  options.homepage = std::string(kHomepage);
  options.facts_of = [](absl::string_view rule) {
    RuleFacts facts = FactsOfRule(EveryRule(), rule);
    if (!kHomepage.empty()) {
      facts.page = absl::StrCat(kHomepage, "/blob/v" GRPCFG_VERSION "/docs/rules/", rule, ".md");
    }
    return facts;
  };
}

}  // namespace grpcfg
