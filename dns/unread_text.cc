#include "dns/unread_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dns/provider_reader.h"
#include "dns/record_formats.h"
#include "schema/fields/config_by_content.h"
#include "schema/json/foreign_format.h"

namespace grpcfg {
namespace {

// True if a text with such faults may be in another language than that of master files.
bool IsOfOtherLanguage(ZoneFaultKind kind) {
  switch (kind) {
    case ZoneFaultKind::kUnknownType:
    case ZoneFaultKind::kNoRecord:
    case ZoneFaultKind::kNoOwner:
    case ZoneFaultKind::kEmptyLabel:
    case ZoneFaultKind::kUnknownDirective:
      return true;
    default:
      return false;
  }
}

Span FirstWord(absl::string_view text) {
  constexpr absl::string_view kBlank = " \t\r\n";
  const size_t begin = std::min(text.find_first_not_of(kBlank), text.size());
  const size_t end = std::min(text.find_first_of(kBlank, begin), text.size());
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

std::string KnownForms() {
  return absl::StrCat("known forms of records are ",
                      absl::StrJoin(RecordFormats(), ", ",
                                    [](std::string* out, const RecordFormat& format) {
                                      absl::StrAppend(out, "`", format.name, "`");
                                    }),
                      "; `--input-format` names one");
}

ZoneFault NotReadable(absl::string_view text, std::string what, std::string help) {
  return {ZoneFaultKind::kNotReadable, 0, FirstWord(text), std::move(what), std::move(help)};
}

bool IsJsonContainer(absl::string_view text) {
  const Span word = FirstWord(text);
  return !word.empty() && (text[word.begin] == '{' || text[word.begin] == '[');
}

// Nothing: it is in no language that is known.
std::optional<ZoneFault> FaultOfLanguage(absl::string_view text) {
  if (IsConfigByContent(text)) {
    return NotReadable(text, "it is a service config, not a DNS record",
                       "check it with `grpcfg check`; `grpcfg dns encode` writes its record");
  }
  if (IsJsonContainer(text)) {
    return NotReadable(text, "it is JSON, and in no known form of DNS records", KnownForms());
  }
  const ForeignFormat* const format = FindForeignFormat(text);
  if (format == nullptr) return std::nullopt;
  // Which language a word of a snippet is of is not sure.
  const bool is_code = absl::EndsWith(format->name, "source code");
  std::string what = absl::StrCat("it is ", is_code ? "source code" : format->name);
  switch (format->kind) {
    case ForeignKind::kTerraform:
      return NotReadable(text, std::move(what),
                         "write the records in a `.tf.json` file, or check what `terraform show "
                         "-json` prints");
    case ForeignKind::kPacked:
      return NotReadable(text, std::move(what), std::string(format->help));
    case ForeignKind::kZoneFile:
      return NotReadable(text, std::move(what), "set `--input-format zone`");
    case ForeignKind::kYaml:
      absl::StrAppend(&what, ", and in no known form of DNS records");
      break;
    case ForeignKind::kOther:
      break;
  }
  return NotReadable(text, std::move(what), KnownForms());
}

}  // namespace

void NameForeignText(DnsRecords& zone) {
  constexpr size_t kEnough = 3;  // entries that are not records, in a text like a zone file
  const absl::string_view text = zone.sources.front().text;
  const auto strange = static_cast<size_t>(absl::c_count_if(
      zone.faults, [](const ZoneFault& fault) { return IsOfOtherLanguage(fault.kind); }));
  const size_t records = zone.records.size() + zone.other_owners.size();
  if (strange == 0 || records > strange || IsZoneFile(text)) return;
  std::optional<ZoneFault> fault = FaultOfLanguage(text);
  const bool is_like_zone = absl::StrContains(text, " IN ") || absl::StrContains(text, " TXT");
  if (!fault && (strange >= kEnough || !is_like_zone)) {
    fault = NotReadable(text, "most of its lines are not DNS records", KnownForms());
  }
  if (!fault) return;
  zone.records.clear();
  zone.other_owners.clear();
  zone.apex.reset();
  zone.faults = {*std::move(fault)};
}

std::optional<ZoneFault> FaultOfOtherForm(absl::string_view text, absl::string_view format) {
  const absl::string_view other = FindProviderFormat(text);
  if (other == format) return std::nullopt;
  if (!other.empty()) {
    return NotReadable(text,
                       absl::StrCat("it has no record in the form of `", format,
                                    "`, and looks like `", other, "`"),
                       absl::StrCat("set `--input-format ", other, "`"));
  }
  const bool is_own_json = IsJsonContainer(text) && !IsConfigByContent(text);
  return is_own_json ? std::nullopt : FaultOfLanguage(text);
}

}  // namespace grpcfg
