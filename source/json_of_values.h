// A value of a program as JSON.
// Promise: each octet of it leads to where it is written.
#ifndef GRPCFG_SOURCE_JSON_OF_VALUES_H_
#define GRPCFG_SOURCE_JSON_OF_VALUES_H_

#include "absl/strings/string_view.h"
#include "source/find_configs.h"
#include "source/host_value.h"

namespace grpcfg {

// Appends `value`, which stands in `text`, to the JSON of `config`, whose language is set.
void WriteJson(absl::string_view text, const HostValue& value, SourceConfig& config);

}  // namespace grpcfg

#endif  // GRPCFG_SOURCE_JSON_OF_VALUES_H_
