// A document as one client sees it: the typed configs and what that client objects to.
// Promise: pure and total. Any document gives a reading. A value that the client refuses is an
// issue and absent; one that it takes is there as the client uses it, with an issue if it was
// written otherwise, but for what is clamped only when a call is made (service_config.h says
// which).
#ifndef GRPCFG_SCHEMA_READ_READ_H_
#define GRPCFG_SCHEMA_READ_READ_H_

#include <memory>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "schema/clients/linked_policies.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/document.h"
#include "schema/fields/load_balancing.h"
#include "schema/fields/service_config.h"
#include "schema/json/arena.h"
#include "schema/json/issue.h"

namespace grpcfg {

// One client of many, where more is asked of a list of choices than what its language gets.
struct Chooser {
  absl::string_view hostname = {};  // empty: one that no list names
  // Of the choices that are for it and have a percentage between 0 and 100, its draws pass over so
  // many first ones, and take all behind them.
  size_t passes = 0;
};

// Whose eyes: an implementation at a release, and which LB policies are linked into it.
struct Client {
  const ProfileAt& profile;
  const LinkedPolicies& policies;
  const Chooser* chooser = nullptr;  // null: any that a verdict is about, see choice_reader.cc
};

// A bit of Reading::readers for each implementation.
constexpr uint8_t ReaderBit(Implementation implementation) {
  return static_cast<uint8_t>(1U << static_cast<unsigned>(implementation));
}
inline constexpr uint8_t kAllReaders = 0x7F;

// A field that a document has, and the key that names it.
struct FieldKey {
  const Message* message;
  const Field* field;
  NodeId key;
};

using FieldKeys = absl::InlinedVector<FieldKey, 2>;

// Everything in it may view the document's text, and what others lent it views theirs.
struct Reading {
  std::shared_ptr<Arena> arena;  // in which everything typed lives, ...
  // ... but for what other readings lent.
  std::vector<std::shared_ptr<Arena>> borrowed;
  // Every service config of the document: the document itself or one of each choice, and those of
  // RLS channels after the one that they stand in. Not empty, unless the document is a list.
  std::vector<const ServiceConfig*> configs;
  Located<List<Choice>> choices;  // of a choice list
  // The configs of choices that this client takes only on other hosts or with other draws, in the
  // order of the text. What is wrong in them is worth a finding, and nothing to the verdict.
  std::vector<Span> elsewhere;
  // The configs of choices that this client may refuse and does not use, in the order of the text.
  std::vector<Span> only_checked;
  // What this client reads only once a call needs it.
  std::vector<Span> late;
  LoadBalancing load_balancing;
  // First those of the text, then those of values in the order in which they were read, which is
  // not that of the text. Each has its effect on this client; what it accepts is left out, but for
  // issues that inform (Issue::informs).
  std::vector<Issue> issues;
  // How many issues of values were met, also beyond kMaxIssuesPerKind, where they are not kept;
  // those of the text are counted by the tree.
  IssueCounts issue_counts;
  // One bit per Implementation. Those that are set read the document so: the same values and the
  // same issues, and only the effect of an issue is each client's own. That holds for a release
  // that reads usual values as everyone does (ProfileAt::reads_uniformly), and that uses each field
  // of `not_by_all`, or merely checks it if it is no message; a message among them must be used, in
  // a reading without issues. ReadState says where bits are cleared.
  uint8_t readers = kAllReaders;
  // Fields of the document that some implementations do nothing with, each at its first key.
  FieldKeys not_by_all;

  // False: each name in a method config has a service, and each part that is there is a full name,
  // see IsFullName. True tells nothing.
  bool has_odd_names = false;

  // True if `span` lies in one of `elsewhere`.
  [[nodiscard]] bool IsElsewhere(Span span) const;

  // True if `span` lies in one of `only_checked`.
  [[nodiscard]] bool IsOnlyChecked(Span span) const;

  // True if `span` lies in one of `late`.
  [[nodiscard]] bool IsLate(Span span) const;

  // The method configs without names, which no call meets: their nodes, sorted.
  [[nodiscard]] std::vector<NodeId> NamelessEntries() const;
};

// True if the client ever meets a document of that kind: grpc-dotnet knows no choices, and who does
// not ask for TXT records sees none. Of any other its reading is empty.
bool Meets(const ProfileAt& client, DocumentKind kind);

// True if `client` would read what another one did: `reading`.
bool ReadsAlike(const Reading& reading, const ProfileAt& client);

class MethodLists;

// Reads `document` with the eyes of `client`. The reading must not outlive the document. `lists`:
// what other clients read of it, and lends to those who read it alike; null: none.
Reading Read(const Document& document, const Client& client, MethodLists* lists = nullptr);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_READ_H_
