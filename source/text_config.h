// A config that is a text: where its JSON begins.
#ifndef GRPCFG_SOURCE_TEXT_CONFIG_H_
#define GRPCFG_SOURCE_TEXT_CONFIG_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "source/find_configs.h"
#include "source/languages.h"

namespace grpcfg {

// Of a text that stands as it is.
inline constexpr StringForm kPlainText = {
    .prefixes = "", .quote = "", .escapes = Escapes::kNone, .has_lines = true};

// How many bytes of `text` are a flag before a config: `--service_config_json={`.
size_t FlagBefore(absl::string_view text);

// True if that flag takes a config by its name: `--grpc-service-config=`.
bool IsFlagForConfig(absl::string_view flag);

// Appends some octets of a text, with their places in the file.
void CopyOctets(const DecodedText& from, Span octets, std::string& text, OctetMap& map);

// Takes the octets before `begin` off a config.
void DropBefore(size_t begin, SourceConfig& config);

// Moves the places of a config in the file.
void MovePlaces(uint32_t bytes, SourceConfig& config);

// Adds as holes what programs put into texts that say nothing of it where they stand: `%s`,
// `%[1]d`, `%(name)s`, `${name}`, `{{ .name }}`. Nothing of it can stand in a config.
void FindPlaceholders(DecodedText& decoded);

// Adds a config. False, and it is not added: it shares bytes with one that is found already.
bool AddConfig(SourceConfig config, SourceConfigs& found);

// True if `text` begins like a config, a list of choices or a TXT value.
bool BeginsJson(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_SOURCE_TEXT_CONFIG_H_
