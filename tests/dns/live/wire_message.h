// Answers of name servers, put together octet by octet.
#ifndef GRPCFG_TESTS_DNS_LIVE_WIRE_MESSAGE_H_
#define GRPCFG_TESTS_DNS_LIVE_WIRE_MESSAGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

inline std::string Wire16(size_t value) {
  return {static_cast<char>(value >> 8), static_cast<char>(value)};
}
inline std::string Wire32(size_t value) {
  return absl::StrCat(Wire16(value >> 16), Wire16(value & 0xFFFF));
}

// Labels without escapes; the final dot may be missing.
inline std::string WireName(absl::string_view name) {
  std::string wire;
  for (const absl::string_view label : absl::StrSplit(name, '.', absl::SkipEmpty())) {
    wire += static_cast<char>(label.size());
    wire.append(label.data(), label.size());
  }
  return wire + '\0';
}

// A pointer to the question's name.
inline const std::string kToQuestion = "\xC0\x0C";

inline std::string WireRecordOf(absl::string_view owner, size_t type, absl::string_view data,
                                size_t ttl = 300) {
  return absl::StrCat(owner, Wire16(type), Wire16(1), Wire32(ttl), Wire16(data.size()), data);
}

inline std::string WireTxt(const std::vector<std::string>& strings) {
  std::string data;
  for (const std::string& string : strings) {
    data += static_cast<char>(string.size());
    data += string;
  }
  return data;
}

// Of a query: its ID, and its question, octet by octet.
inline uint16_t IdOf(absl::string_view query) {
  return static_cast<uint16_t>(static_cast<uint8_t>(query[0]) << 8 |
                               static_cast<uint8_t>(query[1]));
}
inline std::string QuestionIn(absl::string_view query) {
  const size_t end = query.find('\0', 12);
  return std::string(query.substr(12, end + 5 - 12));
}

struct WireParts {
  uint16_t id = 0;
  uint16_t flags = 0x8400;  // an answer with authority
  std::string question = {};
  std::vector<std::string> answers = {};
  std::vector<std::string> authorities = {};
  std::vector<std::string> additional = {};
};

inline std::string WireQuestionOf(absl::string_view name, size_t type = 16) {
  return absl::StrCat(WireName(name), Wire16(type), Wire16(1));
}

inline std::string WireMessage(const WireParts& parts) {
  std::string message =
      absl::StrCat(Wire16(parts.id), Wire16(parts.flags), Wire16(parts.question.empty() ? 0 : 1),
                   Wire16(parts.answers.size()), Wire16(parts.authorities.size()),
                   Wire16(parts.additional.size()), parts.question);
  for (const auto* const section : {&parts.answers, &parts.authorities, &parts.additional}) {
    for (const std::string& record : *section) message += record;
  }
  return message;
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_DNS_LIVE_WIRE_MESSAGE_H_
