// How many columns of a terminal a code point takes, whatever the locale of this process.
// Promise: 0 for combining marks, 2 for wide characters of East Asia and emoji, else 1.
#ifndef GRPCFG_SCHEMA_JSON_DISPLAY_WIDTH_H_
#define GRPCFG_SCHEMA_JSON_DISPLAY_WIDTH_H_

#include <cstddef>
#include <cstdint>

namespace grpcfg {

// Meant for code points that are printed as they are; controls are escaped, see escape.h.
size_t DisplayWidth(uint32_t code_point);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_DISPLAY_WIDTH_H_
