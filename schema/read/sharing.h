// Whether one reading of a document stands for several clients: most texts have nothing on which
// any of them differ.
#ifndef GRPCFG_SCHEMA_READ_SHARING_H_
#define GRPCFG_SCHEMA_READ_SHARING_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/document.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

// What some clients have in common.
class CommonReading {
 public:
  // `clients` must live as long.
  explicit CommonReading(absl::Span<const ProfileAt* const> clients);

  // True only if all of the clients read the same values from `document`, with the same issues, of
  // which the effects alone are each client's own (ProfileAt::EffectOf).
  [[nodiscard]] bool Covers(const Document& document) const;

 private:
  // A message, with one bit per field.
  struct Common {
    const Message* message;
    bool is_name;         // of methods
    uint32_t same = 0;    // all clients use the field, and read usual values of it the same
    uint32_t needed = 0;  // it must be there: its absence is not the same to all
    // A field, and the one without which a client does not look what it lacks.
    std::vector<std::pair<uint32_t, uint32_t>> pairs = {};
  };

  static void AddField(size_t index, absl::Span<const ProfileAt* const> clients, Common& common);
  [[nodiscard]] const Common* Find(const Message* message) const;
  [[nodiscard]] bool CoversObject(const JsonTree& tree, const Common& common, NodeId object) const;
  [[nodiscard]] bool CoversField(const JsonTree& tree, const Field& field, NodeId value) const;
  [[nodiscard]] bool CoversValue(const JsonTree& tree, const Field& field, NodeId value) const;

  bool covers_any_ = true;  // false: no document is covered
  bool has_node_ = false;   // grpc-js is among the clients
  std::vector<Common> messages_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_SHARING_H_
