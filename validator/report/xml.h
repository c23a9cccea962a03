// Text in XML 1.0.
// Promise: whatever the bytes, the result is well-formed in UTF-8, and for attributes on one line.
#ifndef GRPCFG_VALIDATOR_REPORT_XML_H_
#define GRPCFG_VALIDATOR_REPORT_XML_H_

#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

inline constexpr absl::string_view kXmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

// Characters that XML has no way to write, and those that cannot be seen, are escaped as in text:
// `\x1b`.
std::string XmlText(absl::string_view text);

// ` name="value"`.
void AppendXmlAttribute(absl::string_view name, absl::string_view value, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_XML_H_
