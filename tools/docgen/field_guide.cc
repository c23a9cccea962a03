#include "tools/docgen/field_guide.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "schema/fields/field_table.h"
#include "tools/docgen/field_words.h"
#include "tools/docgen/markdown.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kIntroduction =
    R"md(<!-- Generated from the field table, schema/fields/field_table*.cc, by tests/tools/docgen/json_schema_test.cc. -->

# The fields of a gRPC service config

A service config tells a gRPC client how to call a server: how long to wait, when to try again, how
to divide the calls among the backends. It is a JSON object. Clients get it with the addresses of
the server, from DNS or from a control plane; or the application that is the client sets a default.

```json
{
  "loadBalancingConfig": [{"round_robin": {}}],
  "methodConfig": [
    {
      "name": [{"service": "shop.Orders"}],
      "timeout": "10s",
      "retryPolicy": {
        "maxAttempts": 4,
        "initialBackoff": "0.1s",
        "maxBackoff": "1s",
        "backoffMultiplier": 2,
        "retryableStatusCodes": ["UNAVAILABLE"]
      }
    },
    {
      "name": [{"service": "shop.Orders", "method": "Watch"}],
      "waitForReady": true
    }
  ],
  "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}
}
```

The backends take turns. A call of any method of `shop.Orders` may take ten seconds in all; if it
fails with `UNAVAILABLE` it is tried again, up to four attempts, after about 0.1, 0.2 and 0.4
seconds. `Watch` has an entry of its own, and only the most specific entry counts: it has no timeout
and no retries. While too many attempts fail, nothing is tried again at all.

[`service_config.schema.json`](../schema/service_config.schema.json) is this page as a JSON Schema: an
editor that has it completes, explains and checks a config while you type.

## How to read the tables

* A field that a client does not know is ignored, without a word: a misspelt name means that the
  setting is not there. A field that it knows, with a value that is wrong, makes it refuse the whole
  config.
* A field that is `null` is not there.
* A **duration** is a string: seconds with up to nine decimals, then `s`, as in `"0.5s"`. There is
  no other unit.
* An **integer** is spelled without a point or an exponent; a **number** may have both. **Quoted or
  not**: `"8"` will do for `8`; elsewhere it will not.
* A **status code** is a name in either case or a number from 0 to 16: `"UNAVAILABLE"`,
  `"unavailable"` or `14`. Names in capitals are what every client reads.
* **By name**: an object whose keys you choose. Where a section says at which place its object
  stands, `[]` is each element of a list and `.*` each value of such an object.
* A **header name** has letters, digits, `-`, `_` and `.`, and does not end in `-bin`.
* **Deprecated** fields are still read; new configs do without. **Experimental** ones are known only
  to clients that were told to know them.
)md";

constexpr absl::string_view kAboutPolicies =
    R"md(This is an entry of `loadBalancingConfig`, and of every other list of LB policies: an object with
one member, whose key is the name of a policy and whose value is its config, `{}` if that has
nothing to say. The client takes the first entry whose policy it supports and does not look at the
configs of the others, so a list can name a newer policy first and an older one after it. If it
supports none, it refuses the service config.
)md";

// The name of a field, and its stage unless it is a current one.
std::string NameOf(const Field& field) {
  const absl::string_view stage = field.stage == Stage::kCurrent      ? ""
                                  : field.stage == Stage::kDeprecated ? " (deprecated)"
                                                                      : " (experimental)";
  return absl::StrCat("`", field.json_name, "`", stage);
}

std::string Anchor(const Message& message) {
  return absl::StrCat("(#", absl::AsciiStrToLower(message.name), ")");
}

void AppendPolicies(std::string& page) {
  absl::StrAppend(&page, "\n", kAboutPolicies, "\n");
  AppendTableHead({"Policy", "Config", "What it does", "Reference"}, page);
  for (const Field& policy : LoadBalancingConfigMessage().fields) {
    AppendTableRow(
        {NameOf(policy), absl::StrCat("[", policy.message->name, "]", Anchor(*policy.message)),
         policy.doc, LinkedReference(policy.reference)},
        page);
  }
}

void AppendFields(const Message& message, std::string& page) {
  if (message.fields.empty()) {
    absl::StrAppend(&page, "\nIt has no fields.\n");
    return;
  }
  page.push_back('\n');
  AppendTableHead({"Field", "Type", "Presence", "Range", "What it does", "Reference"}, page);
  for (const Field& field : message.fields) {
    if (field.stage == Stage::kForeign) continue;
    const bool required = field.presence == Presence::kRequired;
    AppendTableRow(
        {NameOf(field), TypeWords(field, MessageNames::kLinks), required ? "required" : "optional",
         RangeWords(field), field.doc, LinkedReference(field.reference)},
        page);
  }
}

// Where a message stands, for the messages that do not stand alone.
void AppendPath(const Message& message, std::string& page) {
  const std::string path = PathOf(message);
  if (!path.empty()) absl::StrAppend(&page, "\nAt `", path, "`.");
}

void AppendMessage(const Message& message, std::string& page) {
  absl::StrAppend(&page, "\n", message.of_policy ? "###" : "##", " ", message.name, "\n");
  AppendPath(message, page);
  absl::StrAppend(&page, PathOf(message).empty() ? "\n" : " ", message.doc, " (",
                  LinkedReference(message.reference), ")\n");
  if (&message == &LoadBalancingConfigMessage()) {
    AppendPolicies(page);
  } else {
    AppendFields(message, page);
  }
}

}  // namespace

std::string FieldGuide() {
  std::string page(kIntroduction);
  for (const Message* const message : AllMessages()) {
    if (message != &ChoiceMessage()) AppendMessage(*message, page);
  }
  AppendMessage(ChoiceMessage(), page);
  return page;
}

}  // namespace grpcfg
