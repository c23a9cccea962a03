// The tables of project_fields.h for editors and for people.
#ifndef GRPCFG_VALIDATOR_PROJECT_PROJECT_PAGE_H_
#define GRPCFG_VALIDATOR_PROJECT_PROJECT_PAGE_H_

#include <string>

namespace grpcfg {

// JSON Schemas, draft 2020-12.
std::string ProjectJsonSchema();
std::string BaselineJsonSchema();

// Every member of a project file in tables, as Markdown.
std::string ProjectMembers();

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_PROJECT_PAGE_H_
