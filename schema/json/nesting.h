// Texts whose nesting cannot be determined: brackets that do not match, an end that comes too
// early, words that fit nowhere. What a parser makes of the rest of such a text is a guess.
#ifndef GRPCFG_SCHEMA_JSON_NESTING_H_
#define GRPCFG_SCHEMA_JSON_NESTING_H_

#include "schema/json/issue.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

// The first fault of that kind; null if the nesting of the text is sure.
const Issue* FindBrokenNesting(const JsonTree& tree);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_NESTING_H_
