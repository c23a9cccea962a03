// What may be wrong with an entry of a master file, as data: rules_zone.cc has the words.
#ifndef GRPCFG_DNS_ZONE_FAULT_H_
#define GRPCFG_DNS_ZONE_FAULT_H_

#include <cstdint>
#include <string>

#include "schema/json/position.h"

namespace grpcfg {

enum class ZoneFaultKind : uint8_t {
  // Every server refuses these.
  kUnclosedQuote,
  kUnclosedParenthesis,
  kStrayParenthesis,
  kBadEscape,
  kNameTooLong,
  kLabelTooLong,
  kEmptyLabel,
  kNoOwner,      // the first entry begins with a blank
  kNoRecord,     // an owner without a record
  kNoData,       // a record without data
  kTooMuchData,  // after the last field
  kUnknownType,
  kOtherClass,
  kOtherType,  // a service config in a record that no client looks up
  kTtlTooLarge,
  kNoBlank,  // between two fields
  kUnknownDirective,
  kBadDirective,  // its arguments
  kBadHex,        // after `\#`
  kStringTooLong,
  kByteOrderMark,
  kIncludeFailed,
  kNotReadable,    // a file that is not in the format that is given for it
  kOctalEscape,    // of Route 53
  kConfigUnread,   // in no record of a provider's file
  kNameUnread,     // the same of a name
  kTargetUnread,   // an expression that an alias leads to
  kValueUnread,    // an expression for a record's text
  kListingCut,     // one page of several
  kKeyTwice,       // in a map of YAML
  kTooManyFaults,  // the rest was not read
  kSerialNotRaised,
  // Some servers take these.
  kIncludeElsewhere,  // another file, or none, where some servers look for it
  kGenerate,
  kGenerateTooMany,
  kRawOctet,
  kNul,
  kCrLf,
  kLineEndInString,
  kNestedParenthesis,
  kAdjacentStrings,
  kQuoteInWord,
  // These make no file wrong.
  kOutOfZone,
};

struct ZoneFault {
  ZoneFaultKind kind;
  uint32_t source;  // into the sources
  Span span;
  std::string detail = {};  // what there is to quote
  std::string help = {};    // what to do, where that depends on the text
};

}  // namespace grpcfg

#endif  // GRPCFG_DNS_ZONE_FAULT_H_
