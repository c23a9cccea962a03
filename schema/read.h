// A JSON tree as one client sees it: the typed config and what that client takes offence at.
// Promise: pure and total. Any tree gives a reading; values that are wrong are issues and absent.
#ifndef GRPCFG_SCHEMA_READ_H_
#define GRPCFG_SCHEMA_READ_H_

#include <vector>

#include "schema/issue.h"
#include "schema/json_tree.h"
#include "schema/profile.h"
#include "schema/service_config.h"

namespace grpcfg {

struct Reading {
  ServiceConfig config;       // views into the tree's text
  std::vector<Issue> issues;  // each with its effect on this client; none that it accepts
  IssueCounts issue_counts;   // of values; those of the text are the tree's
};

// Reads `tree` with the eyes of `profile`. The reading must not outlive the tree.
Reading Read(const JsonTree& tree, const Profile& profile);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_H_
