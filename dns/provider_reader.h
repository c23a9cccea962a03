// The files of DNS providers and their tools as records.
// Promise: never fails. What is not of the format is a fault; records of other types are skipped.
#ifndef GRPCFG_DNS_PROVIDER_READER_H_
#define GRPCFG_DNS_PROVIDER_READER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "dns/domain_name.h"
#include "dns/records.h"
#include "dns/unread_config.h"
#include "dns/zone_lexer.h"
#include "schema/structured/structured.h"

namespace grpcfg {

struct ProviderOptions {
  std::string path = {};    // of the text, as reports call it
  std::string origin = {};  // canonical, of relative names; empty: not known
  std::string host = {};    // canonical: of a raw text, which has no name
  // Names at which every TXT record is kept, as at names that clients look up.
  absl::flat_hash_set<std::string> kept = {};
};

// True if there is such a format; see record_formats.h for the names. `zone` is none of them.
bool IsProviderFormat(absl::string_view format);

// The format that a JSON or YAML text looks like; empty if it looks like none.
absl::string_view FindProviderFormat(absl::string_view text);

// The same of a text of a tool, which a program may have beside records: Terraform's HCL,
// dnsconfig.js, commands.
absl::string_view FindToolFormat(absl::string_view text);

// `text`, in a format for which IsProviderFormat holds, must outlive the result.
DnsRecords ReadProviderFile(absl::string_view text, absl::string_view format,
                            const ProviderOptions& options);

// ---- A provider's file while it is read: names and values become records. For provider_*.cc only.

// How a scalar of a file stands for a record's strings.
enum class ValueForm : uint8_t {
  kStrings,       // as in a master file
  kOctalStrings,  // the same, with `\DDD` in octal
  kInQuotes,      // the same, without the first and the last quote
  kEither,        // as in a master file if it begins with a quote, else as it stands
  kRaw,           // as it stands
  kSemicolons,    // the same, with `\;` for `;`
};

class ProviderReading {
 public:
  ProviderReading(DnsRecords& records, const ProviderOptions& options)
      : records_(records), options_(options) {}

  // A record at the name that `name` has; one without a final dot is below the origin if the format
  // has relative names.
  struct Entry {
    const Structured& name;
    const Structured& ttl;
    bool is_relative = false;
    std::string origin = {};  // canonical; empty: that of the options
  };

  // Adds the record of a scalar, if a client may meet it.
  void AddText(const Entry& entry, const Structured& value, ValueForm form);
  // Adds the record of a list of strings, each as it stands.
  void AddStrings(const Entry& entry, absl::Span<const Structured> strings);
  // Adds a CNAME or a DNAME to the name that `target` has.
  void AddAlias(const Entry& entry, RecordType type, const Structured& target);
  // That the file has a record of another type at the name.
  void NoteOther(const Entry& entry);
  // That what is below `node` is read, or is not what will be served.
  void NoteRead(const Structured& node);
  // Adds a fault of the file.
  void Fault(ZoneFaultKind kind, Span span, std::string detail = {});

  [[nodiscard]] const ReadScalars& read() const { return read_; }

 private:
  [[nodiscard]] NameFault ReadName(const Entry& entry, std::string& name) const;
  [[nodiscard]] bool NameOf(const Entry& entry, std::string& name);
  [[nodiscard]] TxtValue ValueOf(const Structured& value, ValueForm form);
  void CheckStrings(ZoneLexer& lexer, const OctetMap& map);
  [[nodiscard]] TxtValue StringsOf(const Structured& value, bool is_octal, bool lacks_quotes);
  void Add(const Entry& entry, TxtValue value, Span span);
  void AddExpression(const Entry& entry, const Structured& value);

  DnsRecords& records_;
  const ProviderOptions& options_;
  ReadScalars read_;
};

// What a format's file has, from its root on.
void ReadRoute53(const Structured& root, ProviderReading& reading);
void ReadCloudflare(const Structured& root, ProviderReading& reading);
void ReadGcloud(const Structured& root, ProviderReading& reading);
void ReadAzure(const Structured& root, ProviderReading& reading);
void ReadOctodns(const Structured& root, ProviderReading& reading);
void ReadDnscontrol(const Structured& root, ProviderReading& reading);
void ReadTerraform(const Structured& root, ProviderReading& reading);
void ReadExternalDns(const Structured& root, ProviderReading& reading);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_PROVIDER_READER_H_
