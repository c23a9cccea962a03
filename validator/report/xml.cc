#include "validator/report/xml.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "schema/json/escape.h"

namespace grpcfg {

std::string XmlText(absl::string_view text) {
  // XML 1.0, production 2 (Char): of what is visible all but the last two of the plane.
  return absl::StrReplaceAll(Visible(text), {{"&", "&amp;"},
                                             {"<", "&lt;"},
                                             {">", "&gt;"},
                                             {"\"", "&quot;"},
                                             {"\xEF\xBF\xBE", "\\ufffe"},
                                             {"\xEF\xBF\xBF", "\\uffff"}});
}

void AppendXmlAttribute(absl::string_view name, absl::string_view value, std::string& out) {
  absl::StrAppend(&out, " ", name, "=\"", XmlText(value), "\"");
}

}  // namespace grpcfg
