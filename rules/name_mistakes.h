// What a service or method that no descriptor has was most likely meant to be, and the words for
// it: why there is no such name, and what to write. Rules only.
#ifndef GRPCFG_RULES_NAME_MISTAKES_H_
#define GRPCFG_RULES_NAME_MISTAKES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "rules/name_text.h"
#include "schema/protobuf/api.h"
#include "validator/engine/diagnostic.h"

namespace grpcfg {

// From the most certain to the least.
enum class NameMistake : uint8_t {
  kStray,         // a blank or the like, a dot before or after it
  kPath,          // shop.v1.Orders/GetOrder, as a service or a method
  kLetterCase,    // orders.Get
  kOtherStyle,    // get_order
  kPackage,       // the name of a package, in place of a service
  kOtherVersion,  // shop.v1.Orders, where only shop.v2.Orders is there
  kMisspelt,      // plurals too, and `Service` after a name or not
  kOtherPackage,  // com.shop.v1.Orders, Orders: parts of the package are missing or too many
  kSibling,       // a method of another service of the package
  kNone,          // nothing is near
  kNotSearched,   // it was not looked up
};

// `names` are views of the Api: services; of a misspelt method methods. The nearest come first, as
// many as are listed (kMostListed).
struct NameGuess {
  NameMistake mistake = NameMistake::kNone;
  std::vector<absl::string_view> names = {};
  absl::string_view method = {};  // of a path that was written as a service
};

// For a service that `api` does not have.
NameGuess GuessService(const Api& api, absl::string_view service);

// For a method that `service` does not have.
NameGuess GuessMethod(const Api& api, const ApiService& service, absl::string_view method);

// Those first that begin and end most like `written`, as many as are listed (kMostListed).
void SortByLikeness(absl::string_view written, std::vector<absl::string_view>& names);

// The mixin service that declares `method`; empty if none does. Servers of Google have these
// services beside their own without declaring them (AIP-4234).
absl::string_view MixinOf(absl::string_view method);

bool IsMixinService(absl::string_view service);

// A part of a name, and what it may stand for.
struct Guessed {
  const NameGuess& guess;
  absl::string_view written;
  bool is_method;
};

// Why there is no such name, from the semicolon on; empty if it was not looked up.
std::string ReasonFor(const Guessed& name);

// Offers what is meant, if that is one name.
void AddRemedy(const Guessed& name, const std::vector<WrongName>& places, Diagnostic& diagnostic);

}  // namespace grpcfg

#endif  // GRPCFG_RULES_NAME_MISTAKES_H_
