// The values of an enum in short words for people. A table of them stands below its enum, so that
// an author who adds a value sees where its words go.
#ifndef GRPCFG_SCHEMA_CLIENTS_ENUM_WORDS_H_
#define GRPCFG_SCHEMA_CLIENTS_ENUM_WORDS_H_

#include <type_traits>

#include "absl/strings/string_view.h"

namespace grpcfg {

template <typename Enum>
struct Word {
  Enum value;
  absl::string_view words;
};

// A Word for each value, without a full stop: "the last one counts". Specialized for each enum.
template <typename Enum>
inline constexpr Word<Enum> kWords[1] = {};

// The words of a value; empty for a number that is not a value of the enum.
template <typename Enum>
requires std::is_enum_v<Enum>
constexpr absl::string_view Describe(Enum value) {
  for (const Word<Enum>& word : kWords<Enum>) {
    if (word.value == value) return word.words;
  }
  return "";
}

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_ENUM_WORDS_H_
