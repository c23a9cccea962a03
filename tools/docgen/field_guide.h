// The field table as a page for people who are new to service configs.
#ifndef GRPCFG_TOOLS_DOCGEN_FIELD_GUIDE_H_
#define GRPCFG_TOOLS_DOCGEN_FIELD_GUIDE_H_

#include <string>

namespace grpcfg {

// The text of docs/fields.md, in GitHub's markdown.
std::string FieldGuide();

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_FIELD_GUIDE_H_
