// A document as one client sees it: the typed configs and what that client objects to.
// Promise: pure and total. Any document gives a reading. A value that the client refuses is an
// issue and absent; one that it takes is there as the client uses it, with an issue if it was
// written differently, but for what is clamped only when a call is made (service_config.h says
// which).
#ifndef GRPCFG_SCHEMA_READ_READ_H_
#define GRPCFG_SCHEMA_READ_READ_H_

#include <memory>
#include <vector>

#include "schema/clients/linked_policies.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/document.h"
#include "schema/fields/load_balancing.h"
#include "schema/fields/service_config.h"
#include "schema/json/arena.h"
#include "schema/json/issue.h"

namespace grpcfg {

// One client of many, where a list of choices is read for more than a language.
struct Chooser {
  absl::string_view hostname = {};  // empty: one that no list names
  // Of the choices that are for it and have a percentage between 0 and 100, its draws pass over so
  // many first ones, and take all after them.
  size_t passes = 0;
};

// Whose eyes: an implementation at a release, and which LB policies are linked into it.
struct Client {
  const ProfileAt& profile;
  const LinkedPolicies& policies;
  const Chooser* chooser = nullptr;  // null: any that a verdict is about, see choice_reader.cc
};

// Everything in it may view the document's text.
struct Reading {
  std::shared_ptr<Arena> arena;  // in which everything typed lives
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
  // not that of the text. Each has its effect on this client; what it accepts is omitted, but for
  // issues that inform (Issue::informs).
  std::vector<Issue> issues;
  // How many issues of values were met, also beyond kMaxIssuesPerKind, where they are not kept;
  // those of the text are counted by the tree.
  IssueCounts issue_counts;
  // True if `span` lies in one of `elsewhere`.
  [[nodiscard]] bool IsElsewhere(Span span) const;

  // True if `span` lies in one of `only_checked`.
  [[nodiscard]] bool IsOnlyChecked(Span span) const;

  // True if `span` lies in one of `late`.
  [[nodiscard]] bool IsLate(Span span) const;

  // The method configs without names, which no call meets: their nodes, sorted.
  [[nodiscard]] std::vector<NodeId> UnnamedEntries() const;
};

// True if the client ever meets a document of that kind: grpc-dotnet knows no choices, and clients
// that do not look up TXT records see none. Of any other its reading is empty.
bool Meets(const ProfileAt& client, DocumentKind kind);

// Reads `document` with the eyes of `client`. The reading must not outlive the document.
Reading Read(const Document& document, const Client& client);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_READ_H_
