// What DNS providers take of a TXT record. Dated: they change such limits without a word.
#ifndef GRPCFG_DNS_PROVIDER_LIMITS_H_
#define GRPCFG_DNS_PROVIDER_LIMITS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace grpcfg {

// What a provider counts.
enum class CountedSize : uint8_t {
  kEncoded,  // the text in its quotes and escapes, with the blanks between strings
  kText,     // the octets of the text
  kWire,     // those of the data in a message
};

struct ProviderLimit {
  absl::string_view name;  // as `--provider` has it
  size_t most = 0;         // 0: no limit is known
  CountedSize counts = CountedSize::kText;
  bool takes_quotes = true;  // false: its API, or DNSControl for it, rejects `"`
  bool takes_backslashes = true;
  absl::string_view source;  // where that was read
  absl::string_view date;    // and of when it is
};

absl::Span<const ProviderLimit> ProviderLimits();

// Null for a provider that is not known.
const ProviderLimit* FindProviderLimit(absl::string_view name);

// The size of a text as the provider counts.
size_t SizeFor(const ProviderLimit& provider, absl::string_view text);

// "encoded characters": what is counted.
absl::string_view CountedWords(CountedSize counted);

// What the provider does not take of a text, a sentence each; none: it takes it.
struct ProviderFault {
  absl::string_view rule;
  std::string message;
};
std::vector<ProviderFault> FaultsFor(const ProviderLimit& provider, absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_PROVIDER_LIMITS_H_
