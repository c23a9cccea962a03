// The entries of `methodConfig` of a document, identified by what stays when they change places:
// the names of their methods.
#ifndef GRPCFG_VALIDATOR_ENGINE_METHOD_PLACES_H_
#define GRPCFG_VALIDATOR_ENGINE_METHOD_PLACES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "schema/json/position.h"
#include "validator/engine/report.h"

namespace grpcfg {

// The entries of `methodConfig` of one document, by their places. The document must live as long.
class MethodPlaces {
 public:
  explicit MethodPlaces(const Document& document);

  struct Names {
    absl::Span<const std::string> all;  // sorted, each once
    absl::Span<const std::string>
        short_form;  // the same; of very many one text that identifies them
  };

  // The names of the entry that `span` is in; of one name, if it is in that. A name is
  // `pkg.Service/Method`, `pkg.Service/*` or `*`. None: it is in no entry with names.
  [[nodiscard]] Names NamesAt(Span span) const;

 private:
  struct Entry {
    Span span;
    std::vector<Span> name_spans;         // by place
    std::vector<std::string> name_texts;  // the same
    std::vector<std::string> all = {};
    std::vector<std::string> digest = {};  // one text, if there are very many
  };

  void AddEntriesOf(const JsonTree& tree, NodeId config);
  void AddEntry(const JsonTree& tree, NodeId entry);

  std::vector<Entry> entries_;  // by place, none in another
};

// Keeps with each finding of `report`, on a config that another file holds, where it stands in that
// config: places are moved into the file afterwards. `record`: see Diagnostic.
void KeepPlaces(const Document& document, absl::string_view record, Report& report);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_METHOD_PLACES_H_
