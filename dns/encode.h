// A service config as the TXT record that clients read: minified, in a list of choices, ASCII only,
// cut into strings.
// Promise: what is encoded is decoded to the same text, by every client.
#ifndef GRPCFG_DNS_ENCODE_H_
#define GRPCFG_DNS_ENCODE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

// The value at `node` of a tree without issues, without blanks; characters that are not ASCII as
// JSON escapes.
std::string MinifiedJson(const JsonTree& tree, NodeId node);

// One choice of a list (gRFC A2).
struct ChoiceToEncode {
  std::vector<std::string> languages = {};  // as clients spell them
  std::vector<std::string> hostnames = {};
  std::optional<int> percentage = {};
  std::string config = "{}";  // minified
};

// `lang=GO,percent=10,host=canary-1,config=FILE`, each key as often as there are values, but for
// `percent` and `config`. Languages are spelled as their clients compare them: `go` is `GO`.
struct ChoiceFlag {
  ChoiceToEncode choice;
  std::string config_file = {};  // empty: the one that all have
};

// Errors: InvalidArgument, in words for the flag.
absl::StatusOr<ChoiceFlag> ParseChoiceFlag(absl::string_view text);

// What CONFIG holds, as a list of choices.
struct EncodedChoices {
  std::string text;             // `grpc_config=[...]`
  bool added_fallback = false;  // a last choice for everyone, which was not there
};

// `text` is a service config, a list of choices or a TXT value. Of a config, `before` are the
// choices that come before the one for everyone. Errors: InvalidArgument for what is not JSON, or
// is neither; for `before` a list.
absl::StatusOr<EncodedChoices> EncodeChoices(absl::string_view text,
                                             const std::vector<ChoiceToEncode>& before);

// A config alone, minified. Errors: InvalidArgument for what is not a JSON object.
absl::StatusOr<std::string> EncodeConfig(absl::string_view text);

// The strings of a record: 255 octets each.
std::vector<absl::string_view> CutStrings(absl::string_view text);

// "`_grpc_config.shop.example.test`: 812 octets of text in 4 strings, ..." with what is left of
// each limit, a line each. `owner` is canonical.
std::string SizeLines(absl::string_view owner, absl::string_view text);

// Errors: FailedPrecondition for a text that no server can deliver at that name.
absl::Status CheckDeliverable(absl::string_view owner, absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_ENCODE_H_
