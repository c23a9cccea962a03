// Words of languages and libraries that values in programs are made of.
#ifndef GRPCFG_SOURCE_HOST_WORDS_H_
#define GRPCFG_SOURCE_HOST_WORDS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "source/lexer.h"

namespace grpcfg {

// What a function makes of its arguments.
enum class Maker : uint8_t {
  kNone,
  kMap,      // of `k to v`, `k=v`, or keys and values in turn
  kEntries,  // of pairs
  kList,
  kPass,  // what it is called with, as text or as it is
  kJoin,  // its arguments, one after the other
  kPrintf,
  kBraces,
};

// By the name of the function or method, and the name before its dot; that may be empty.
Maker MakerOf(absl::string_view qualifier, absl::string_view name);

// What a method takes off a text that it is called on.
Trimming TrimmingOf(absl::string_view method);

// What a word is in JSON: `null` for `None`; empty if it has no such meaning.
absl::string_view JsonOf(absl::string_view word);

// A number of JSON for one of a program: without `_`, `D`, `f`, `L`. Empty: it has no such form.
std::string NumberOf(absl::string_view written);

// `DEADLINE_EXCEEDED` for `DeadlineExceeded`.
std::string InCapitals(absl::string_view word);

// `"0.1s"` for `FromMilliseconds` of .NET's TimeSpan and `100`; empty for anything else.
std::string SecondsOf(absl::string_view method, absl::string_view count);

// The policy of Grpc.Net.Client.Configuration that a class is the config of; empty for another one.
absl::string_view PolicyOfClass(absl::string_view name);

}  // namespace grpcfg

#endif  // GRPCFG_SOURCE_HOST_WORDS_H_
