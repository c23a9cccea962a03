// TXT records as name servers and DNS providers take them.
#ifndef GRPCFG_DNS_RECORD_FORMATS_H_
#define GRPCFG_DNS_RECORD_FORMATS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace grpcfg {

// What is written.
struct RecordToWrite {
  std::string owner = {};  // canonical, absolute
  std::string zone = {};   // the same: of which relative names are
  uint32_t ttl = 300;
  std::string text = {};
  std::string provider = "route53";  // of the resource, in formats that have several
};

struct RecordFormat {
  absl::string_view name;  // as `--output-format` and `--input-format` have it
  std::string (*write)(const RecordToWrite& record);
  absl::string_view provider = {};  // whose limits hold (provider_limits.h), unless one is named
  bool is_relative = false;         // names are below a zone
  absl::string_view note = {};      // what to know before it is used; empty: nothing
  absl::string_view backslash_note = {};  // the same of a text with backslashes
  bool is_of_terraform = false;           // a resource, which each provider has its own of
};

// All of them; `zone` is the first.
const std::vector<RecordFormat>& RecordFormats();

// Null for a format that is not known.
const RecordFormat* FindRecordFormat(absl::string_view name);

// The providers whose resources are written.
std::vector<absl::string_view> ProvidersOfTerraform();

// True if the format writes the name of the record without its zone.
bool WritesRelativeName(const RecordFormat& format, const RecordToWrite& record);

// One string as a master file has it, in quotes, with escapes.
std::string QuotedString(absl::string_view octets);

// Strings as a master file has them: `"a" "b"`, with escapes.
std::string QuotedStrings(absl::string_view text, absl::string_view separator);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_RECORD_FORMATS_H_
