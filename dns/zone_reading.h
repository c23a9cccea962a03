// A master file while it is read: the state of ReadZone. For zone_reader.cc, zone_data.cc and
// zone_directives.cc only.
#ifndef GRPCFG_DNS_ZONE_READING_H_
#define GRPCFG_DNS_ZONE_READING_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "dns/records.h"
#include "dns/zone_fault.h"
#include "dns/zone_lexer.h"
#include "dns/zone_reader.h"

namespace grpcfg {

// What one text leaves to the one that includes it: nothing.
struct FileState {
  uint32_t source = 0;
  std::string origin = {};
  std::string owner = {};  // of the last entry
  bool has_owner = false;
  Span owner_span = {};  // of this entry; empty: it has none of its own
  std::optional<uint32_t> owner_id = {};
};

// An entry, up to its type.
struct EntryHead {
  std::optional<uint32_t> ttl = {};
  Span ttl_span = {};
  uint16_t type = 0;
  Span type_span = {};
};

class ZoneReader {
 public:
  explicit ZoneReader(const ZoneOptions& options) : options_(options) {}

  DnsRecords Read(absl::string_view text) &&;

 private:
  void KeepOrigin(absl::string_view origin);
  void ReadText(FileState& file);
  void ReadEntry(ZoneLexer& lexer, FileState& file);
  bool ReadOwner(const ZoneToken& token, FileState& file);
  bool HasWord(const FileState& file, const ZoneToken& token);
  bool ReadHead(ZoneLexer& lexer, const FileState& file, ZoneToken token, EntryHead& head);
  bool ReadTtl(const FileState& file, const ZoneToken& token, EntryHead& head);
  void ReadData(ZoneLexer& lexer, FileState& file, const EntryHead& head);
  void ReadTxt(ZoneLexer& lexer, FileState& file, const EntryHead& head);
  bool CheckString(const FileState& file, const ZoneToken& token, uint32_t data_begin,
                   bool after_quoted);
  void NoteServed(const FileState& file, Span data);
  bool CheckHex(ZoneLexer& lexer, const FileState& file, DnsRecord& record);
  void PassOver(ZoneLexer& lexer, FileState& file, const EntryHead& head);
  void ReadTarget(ZoneLexer& lexer, FileState& file, const EntryHead& head);
  void ReadSoa(ZoneLexer& lexer, FileState& file, const EntryHead& head);
  void ReadDirective(ZoneLexer& lexer, FileState& file, const ZoneToken& name);
  void ReadOrigin(ZoneLexer& lexer, FileState& file, const ZoneToken& name);
  void ReadDefaultTtl(ZoneLexer& lexer, FileState& file, const ZoneToken& name);
  void ReadInclude(ZoneLexer& lexer, FileState& file, const ZoneToken& name);
  [[nodiscard]] absl::StatusOr<IncludedText> Include(const FileState& file,
                                                     const std::string& name) const;
  [[nodiscard]] bool IsSource(uint32_t source, const IncludedText& text) const;
  void ReadGenerate(ZoneLexer& lexer, FileState& file, const ZoneToken& name);
  bool NameAt(const FileState& file, Span span, std::string& name);
  void NoteOwner(FileState& file);
  void AddRecord(FileState& file, const EntryHead& head, DnsRecord record);
  void Fault(const FileState& file, ZoneFaultKind kind, Span span, std::string detail = {});
  [[nodiscard]] absl::string_view Text(const FileState& file, Span span) const {
    return Slice(records_.sources[file.source].text, span);
  }

  const ZoneOptions& options_;
  DnsRecords records_;
  std::optional<uint32_t> default_ttl_;  // $TTL
  std::optional<uint32_t> last_ttl_;     // RFC 1035 5.1
  std::vector<uint32_t> included_by_;    // the sources that are being read, the innermost last
  size_t includes_ = 0;
  size_t included_bytes_ = 0;
  size_t generated_ = 0;
  size_t generated_bytes_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_DNS_ZONE_READING_H_
