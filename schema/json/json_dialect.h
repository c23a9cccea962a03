// What the JSON parser of one client takes: RFC 8259 and the deviations that each has of its own.
// Promise: a verdict on the whole text, by the faults that the tree has kept of it.
#ifndef GRPCFG_SCHEMA_JSON_JSON_DIALECT_H_
#define GRPCFG_SCHEMA_JSON_JSON_DIALECT_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/json/issue.h"

namespace grpcfg {

class JsonTree;

enum class JsonDialect : uint8_t {
  kRfc8259,           // with unique keys, whole surrogate pairs and UTF-8
  kProtojson,         // the same, and protobuf-go's numbers
  kCore,              // grpc/grpc json_reader.cc JsonReader::Run
  kCoreStrictCommas,  // the same without its hole after an empty container
  kCoreWholeText,     // and without an end at a NUL
  kGo,                // encoding/json scanner.go
  kGson,              // gson JsonReader.java doPeek, LEGACY_STRICT
  kGsonUnlimited,     // before its limit on nesting
  kGsonDuplicates,    // and where grpc-java's JsonParser took the last of two equal keys
  kJavaScript,        // ECMA-262 JSON.parse
  kNone,              // the client reads no JSON
};

// How deep a text may nest; 0: any depth.
size_t DepthLimit(JsonDialect dialect);

// True if a number so spelled is one to the dialect.
bool TakesNumber(JsonDialect dialect, absl::string_view number);

// What a parser makes of a text.
struct TextVerdict {
  bool is_taken = true;        // it gives a value
  std::vector<bool> is_fault;  // by issue of the tree: the parser meets it and refuses it
};

// `kNone` takes everything.
TextVerdict JudgeText(JsonDialect dialect, const JsonTree& tree);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_JSON_DIALECT_H_
