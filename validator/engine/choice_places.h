// The choices of a document that has several service configs, told by what stays when they change
// places: the conditions under which a client takes one.
#ifndef GRPCFG_VALIDATOR_ENGINE_CHOICE_PLACES_H_
#define GRPCFG_VALIDATOR_ENGINE_CHOICE_PLACES_H_

#include <string>
#include <utility>
#include <vector>

#include "schema/fields/document.h"
#include "schema/json/position.h"

namespace grpcfg {

class ChoicePlaces {
 public:
  explicit ChoicePlaces(const Document& document);

  // The conditions of the choice that `span` lies in, sorted: `clientLanguage=go percentage=5`.
  // Empty: it has none, or there is no choice.
  [[nodiscard]] std::string ConditionsAt(Span span) const;

 private:
  std::vector<std::pair<Span, std::string>> choices_;  // by place
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_CHOICE_PLACES_H_
