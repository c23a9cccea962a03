// How tests print text: Debian's absl::string_view is none of the standard library's, so that gtest
// would print a list of bytes. Precompiled, and so included in every test
// (tools/cmake/room.cmake).
#ifndef GRPCFG_TESTS_PRINT_TEXT_H_
#define GRPCFG_TESTS_PRINT_TEXT_H_

#include <ostream>

#include "absl/base/config.h"
#include "absl/strings/string_view.h"

namespace absl {
ABSL_NAMESPACE_BEGIN
inline void PrintTo(const string_view& text, std::ostream* out) { *out << '"' << text << '"'; }
ABSL_NAMESPACE_END
}  // namespace absl

#endif  // GRPCFG_TESTS_PRINT_TEXT_H_
