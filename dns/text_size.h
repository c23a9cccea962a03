// The size of a choice list or a TXT value that stands in a file of its own, where no name is known
// yet.
#ifndef GRPCFG_DNS_TEXT_SIZE_H_
#define GRPCFG_DNS_TEXT_SIZE_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "schema/fields/document.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/report.h"

namespace grpcfg {

// The octets of a document as a TXT value: with its attribute, and without what stands between the
// tokens of a list that is not encoded yet.
size_t TxtOctets(const Document& document);

// Adds a finding for what no TXT record can hold. A service config is none.
void CheckTextSize(const Document& document, const CheckPlan& plan, Report& report);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_TEXT_SIZE_H_
