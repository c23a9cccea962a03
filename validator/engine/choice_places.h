// The choices of a document that has several service configs, identified by what stays when they
// change places: the conditions under which a client takes one.
#ifndef GRPCFG_VALIDATOR_ENGINE_CHOICE_PLACES_H_
#define GRPCFG_VALIDATOR_ENGINE_CHOICE_PLACES_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "schema/json/position.h"

namespace grpcfg {

class ChoicePlaces {
 public:
  explicit ChoicePlaces(const Document& document);

  // The conditions of the choice that `span` lies in, sorted: `clientLanguage=go percentage=5`.
  // Empty: it has none, or there is no choice.
  [[nodiscard]] std::string ConditionsAt(Span span) const;

  // Those of the choices before that one, which leave it what they do not take; of very many the
  // first ones.
  [[nodiscard]] std::vector<std::string> ConditionsBefore(Span span) const;

 private:
  using Choice = std::pair<Span, std::string>;

  [[nodiscard]] absl::Span<const Choice> UpTo(Span span) const;

  std::vector<Choice> choices_;  // by place
};

// True if choices with the conditions `now` leave to the one after them no client more than those
// with the conditions `then`: each of these has one that takes as many.
bool LeaveNoMore(absl::Span<const std::string> now, absl::Span<const std::string> then);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_CHOICE_PLACES_H_
