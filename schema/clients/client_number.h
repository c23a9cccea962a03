// Numbers and status codes as the clients read them from a JSON token.
#ifndef GRPCFG_SCHEMA_CLIENTS_CLIENT_NUMBER_H_
#define GRPCFG_SCHEMA_CLIENTS_CLIENT_NUMBER_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "schema/clients/profile.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

// A scalar of a JsonTree.
struct Token {
  JsonKind kind = JsonKind::kNull;
  absl::string_view text = {};    // decoded
  absl::string_view source = {};  // as it stands, with its quotes
};

// The type that a client gives an integer.
enum class IntegerType : uint8_t { kInt32, kUint32, kInt64, kUint64 };

// The integer that the client of `grammar` reads; empty where it refuses the token. For the
// grammars of clients only.
std::optional<int64_t> ParseClientInteger(NumberGrammar grammar, IntegerType type,
                                          const Token& token);

// The same for a floating-point number, in the precision that the client gives it.
std::optional<double> ParseClientNumber(NumberGrammar grammar, const Token& token);

// grpc/grpc retry_service_config.cc ParseRetryThrottling: thousandths of a token, from the text
// before and after the point; empty where that is not a number.
std::optional<int64_t> ParseCoreTokenRatio(const Token& token);

// The number of a status code; empty where the client refuses it. For the grammars of clients only.
std::optional<int> ParseClientCode(CodeGrammar grammar, const Token& token);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_CLIENT_NUMBER_H_
