// Whether a text is JSON, by a reader that shares nothing with ours, nor with what writes JSON:
// RapidJSON's, with the bytes of every string looked at.
#ifndef GRPCFG_TESTS_STRICT_JSON_H_
#define GRPCFG_TESTS_STRICT_JSON_H_

#include "absl/strings/string_view.h"
#include "rapidjson/encodedstream.h"
#include "rapidjson/memorystream.h"
#include "rapidjson/reader.h"

namespace grpcfg {

// True for one value of RFC 8259 in UTF-8 and nothing else, whose numbers doubles can hold.
inline bool IsStrictJson(absl::string_view text) {
  constexpr unsigned kFlags = rapidjson::kParseValidateEncodingFlag |
                              rapidjson::kParseNumbersAsStringsFlag |
                              rapidjson::kParseIterativeFlag;
  if (text.find('\0') != absl::string_view::npos) return false;  // to RapidJSON the end
  rapidjson::MemoryStream bytes(text.data(), text.size());
  rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream> stream(bytes);
  rapidjson::BaseReaderHandler<> handler;
  return !rapidjson::Reader().Parse<kFlags>(stream, handler).IsError();
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_STRICT_JSON_H_
