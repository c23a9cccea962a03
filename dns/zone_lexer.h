// The tokens of a master file (RFC 1035 5.1), entry by entry.
// Promise: linear in the text; a fault costs the entry that it is in, and the lexer goes on with
// the next line.
#ifndef GRPCFG_DNS_ZONE_LEXER_H_
#define GRPCFG_DNS_ZONE_LEXER_H_

#include <cstddef>
#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "dns/zone_fault.h"
#include "schema/json/position.h"

namespace grpcfg {

enum class ZoneTokenKind : uint8_t {
  kWord,
  kQuoted,
  kEnd,     // of the entry
  kBroken,  // a fault was reported; the entry is over
};

struct ZoneToken {
  ZoneTokenKind kind = ZoneTokenKind::kEnd;
  Span span = {};       // of a quoted one what is between the quotes
  uint32_t octets = 0;  // that it stands for
  bool has_escape = false;
  bool is_glued = false;  // no blank stands before it
  Span bad_escape = {};   // the first one; empty: there is none
  Span raw_octet = {};    // the first one that some servers refuse; empty: there is none
  Span line_end = {};     // the first one after a backslash
};

class ZoneLexer {
 public:
  // `on_fault` is called for each fault; the text must outlive the lexer.
  using OnFault = absl::FunctionRef<void(ZoneFaultKind kind, Span span)>;

  ZoneLexer(absl::string_view text, OnFault on_fault) : text_(text), on_fault_(on_fault) {}

  // Goes to the next entry that is not empty. False at the end of the text.
  bool FindEntry();

  // Passes over bytes at the start of the text.
  void PassOver(uint32_t bytes) { at_ = bytes; }

  // Goes to a place within an entry, which may be within parentheses.
  void BeginAt(uint32_t offset);

  // True if the entry begins with a blank, so that it is about the owner of the one before it.
  [[nodiscard]] bool BeginsWithBlank() const { return begins_with_blank_; }

  // The next token of the entry. After kEnd and kBroken call FindEntry.
  ZoneToken Next();

  // Passes over the rest of the entry.
  void SkipEntry();

  // The same after a fault: the rest of the line, and of the parentheses that were open.
  void Recover();

 private:
  [[nodiscard]] char Byte(size_t at) const { return text_[at]; }
  [[nodiscard]] size_t EndOfLine(size_t from) const;
  [[nodiscard]] bool IsAtLineEndCr() const;
  [[nodiscard]] bool IsAtBlank() const;
  bool PassLineEnd();
  bool PassBlank();
  bool SkipBlanks();
  void OpenParenthesis();
  bool CloseParenthesis();
  ZoneToken ReadQuoted();
  ZoneToken ReadWord();
  void ReadEscape(ZoneToken& token);
  ZoneToken Break(ZoneFaultKind kind, Span span);
  void LeaveParenthesis();
  void ReportOnce(bool& was_reported, ZoneFaultKind kind, Span span);

  absl::string_view text_;
  OnFault on_fault_;
  uint32_t at_ = 0;
  uint32_t depth_ = 0;  // of parentheses
  uint32_t opened_ = 0;
  uint32_t unclosed_ = 0;  // how many parentheses were not
  bool begins_with_blank_ = false;
  bool is_over_ = true;  // the entry
  bool is_broken_ = false;
  bool has_blank_ = true;  // before the next token
  bool reported_cr_ = false;
  bool reported_nested_ = false;
};

}  // namespace grpcfg

#endif  // GRPCFG_DNS_ZONE_LEXER_H_
