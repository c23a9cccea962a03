// Names that no .proto file has: what is said of them, and what to write instead.
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

// The first finding of an effect or on names: severity, rule, message, and the remedy.
std::string FindingOn(absl::string_view name) {
  const std::string text =
      absl::StrCat(R"({"methodConfig": [{"name": [{)", name, R"(}], "timeout": "5s"}]})");
  const Report report =
      Validate(ParseDocument(text, DocumentKind::kConfig), *ParseTargets("go,java"), AllRules());
  for (const Diagnostic& found : report.diagnostics) {
    if (found.severity == Severity::kNote) continue;
    const std::string remedy = !found.fixes.empty() ? found.fixes.front().title
                               : found.help.empty() ? ""
                                                    : found.help.front();
    return absl::StrCat(SeverityName(found.severity), " ", found.rule, ": ", found.message, " | ",
                        remedy);
  }
  return "";
}

constexpr absl::string_view kAlone =
    "write the method by its name in the .proto file alone, as in `GetOrder`";

TEST(NameFormsTest, MethodsThatNoProtoFileHas) {
  const auto unlikely = [](absl::string_view method, absl::string_view remedy) {
    return absl::StrCat("warning name-unlikely: `", method,
                        "` has characters that no name in a .proto file has | ", remedy);
  };
  const auto never = [](absl::string_view method, absl::string_view why, absl::string_view remedy) {
    return absl::StrCat("error name-not-protobuf: `\"", method, "\"` ", why,
                        ", so no call matches it | ", remedy);
  };
  constexpr absl::string_view kTemplate = "is a template that nobody filled in";
  constexpr absl::string_view kFill = "fill the template in before a client gets the config";
  const struct {
    absl::string_view method;
    std::string finding;
  } rows[] = {
      {"Buy;", unlikely("Buy;", "write `\"Buy\"`")},
      {"Buy!", unlikely("Buy!", "write `\"Buy\"`")},
      {"Buy$", unlikely("Buy$", "write `\"Buy\"`")},
      {"{Buy", unlikely("{Buy", "write `\"Buy\"`")},
      {"{Buy}", never("{Buy}", kTemplate, kFill)},
      {"@BUY@", never("@BUY@", kTemplate, kFill)},
      {"$(buy)", never("$(buy)", kTemplate, kFill)},
      {R"(\"Buy\")", unlikely(R"("Buy")", "write `\"Buy\"`")},
      {"Buy-It", unlikely("Buy-It", kAlone)},
      {"Buy#1", unlikely("Buy#1", kAlone)},
      {"Buy<T>", unlikely("Buy<T>", kAlone)},
      {"Buy@v1", unlikely("Buy@v1", kAlone)},
      {"B\u00FCy", unlikely("B\u00FCy", kAlone)},
      {"-", unlikely("-", kAlone)},
      {"1Buy",
       absl::StrCat(
           "warning name-unlikely: `1Buy` begins with a digit, as no name in a .proto file does | ",
           kAlone)},
      {"$METHOD", never("$METHOD", kTemplate, kFill)},
      {"${M}", never("${M}", kTemplate, kFill)},
      {"%d", never("%d", kTemplate, kFill)},
      {"rpc BuyIt", never("rpc BuyIt", "has white space in it", "write `\"BuyIt\"`")},
      {"Buy It", never("Buy It", "has white space in it", kAlone)},
      {"Buy:", never("Buy:", "has a colon", "write `\"Buy\"`")},
      {"shop:443", never("shop:443", "is an address and no service", kAlone)},
      {"Buy()", never("Buy()", "has parentheses", "write `\"Buy\"`")},
      {"Buy", ""},
      {"Buy2_v1", ""},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(FindingOn(absl::StrCat(R"("service": "a.B", "method": ")", row.method, "\"")),
              row.finding);
  }
}

TEST(NameFormsTest, ServicesWithTheirMethod) {
  constexpr absl::string_view kLooks =
      "warning name-unlikely: `a.B.Buy` looks like a service with its method; a name has the full "
      "name of a service | write ";
  EXPECT_EQ(FindingOn(R"("service": "a.B.Buy")"),
            absl::StrCat(kLooks, R"(`"a.B", "method": "Buy"`)"));
  // The method is there already, or is another one: then all of it may be the service.
  EXPECT_EQ(FindingOn(R"("service": "a.B.Buy", "method": "Buy")"),
            absl::StrCat(kLooks, R"(`"a.B"`)"));
  EXPECT_EQ(FindingOn(R"("service": "Acme.Shop.Orders", "method": "Buy")"), "");
}

TEST(NameFormsTest, ServicesInOtherCharacters) {
  EXPECT_EQ(
      FindingOn(R"("service": "a.B;")"),
      "warning name-unlikely: `a.B;` has characters that no name in a .proto file has; a name "
      "has the full name of a service | write `\"a.B\"`");
}

}  // namespace
}  // namespace grpcfg
