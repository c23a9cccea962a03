// A text together with what it is meant to be: a service config, a gRFC A2 choice list, or the
// value of a TXT record that holds one.
#ifndef GRPCFG_SCHEMA_FIELDS_DOCUMENT_H_
#define GRPCFG_SCHEMA_FIELDS_DOCUMENT_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

enum class DocumentKind : uint8_t {
  kConfig,
  kChoices,  // a JSON list of service config choices
  kTxt,      // `grpc_config=` and then such a list
};

struct Document {
  JsonTree tree;  // of the JSON text; its spans count from the start of the whole text
  DocumentKind kind = DocumentKind::kConfig;
  bool has_attribute = true;  // false: of kind kTxt, without `grpc_config=`; the tree is empty
  Span mark = {};             // of a language that is mixed into the JSON: see FindMixedFormat
};

// The attribute name of gRFC A2, Encoding in DNS TXT Records, with its `=`.
inline constexpr absl::string_view kTxtAttribute = "grpc_config=";

// What follows the attribute's name at the start of `text`, spelled as no client reads it too:
// `GRPC_CONFIG = [...]`, or in the quotes of a zone file. Nothing if no such name stands there.
std::optional<absl::string_view> AfterTxtName(absl::string_view text);

// The kind that users call `config`, `choices` or `txt`; nothing for any other word.
std::optional<DocumentKind> FindDocumentKind(absl::string_view word);

// Parses `text`, which must outlive the document and be at most kMaxJsonBytes long. Never fails.
Document ParseDocument(absl::string_view text, DocumentKind kind);

// The same for a text of unknown form. It is a TXT value if it starts with the attribute, however
// spelled, a choice list if it is a list with an object that has a key of choices, else a config.
Document ParseDocumentByShape(absl::string_view text);

// A text that `before` became: what that was by its shape it may no longer be.
Document ParseEdited(absl::string_view text, const Document& before);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_DOCUMENT_H_
