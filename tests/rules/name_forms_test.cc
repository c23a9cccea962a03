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

constexpr absl::string_view kForeign = "has characters that no name in a .proto file has";
constexpr absl::string_view kAlone =
    "write only the method's name from the .proto file, as in `GetOrder`";

TEST(NameFormsTest, MethodsThatNoProtoFileHas) {
  const auto never = [](absl::string_view method, absl::string_view why, absl::string_view remedy) {
    return absl::StrCat("error name-not-protobuf: `\"", method, "\"` ", why,
                        ", so no call matches it | ", remedy);
  };
  const auto foreign = [&](absl::string_view method, absl::string_view remedy) {
    return never(method, kForeign, remedy);
  };
  constexpr absl::string_view kTemplate = "is an unfilled template";
  constexpr absl::string_view kFill = "fill the template in before a client gets the config";
  const struct {
    absl::string_view method;
    std::string finding;
  } rows[] = {
      {"Buy;", foreign("Buy;", "write `\"Buy\"`")},
      {"Buy!", foreign("Buy!", "write `\"Buy\"`")},
      {"Buy$", foreign("Buy$", "write `\"Buy\"`")},
      {"{Buy", foreign("{Buy", "write `\"Buy\"`")},
      {"{Buy}", never("{Buy}", kTemplate, kFill)},
      {"@BUY@", never("@BUY@", kTemplate, kFill)},
      {"$(buy)", never("$(buy)", kTemplate, kFill)},
      {R"(\"Buy\")", foreign(R"(\"Buy\")", "write `\"Buy\"`")},
      {"Buy-It", foreign("Buy-It", kAlone)},
      {"Buy#1", foreign("Buy#1", kAlone)},
      {"Buy<T>", foreign("Buy<T>", kAlone)},
      {"Buy@v1", foreign("Buy@v1", kAlone)},
      {"B\u00FCy", foreign("B\u00FCy", kAlone)},
      {"-", foreign("-", kAlone)},
      {"1Buy",
       absl::StrCat(
           "warning name-unlikely: `1Buy` begins with a digit, which .proto files do not allow | ",
           kAlone)},
      {"$METHOD", never("$METHOD", kTemplate, kFill)},
      {"${M}", never("${M}", kTemplate, kFill)},
      {"%d", never("%d", kTemplate, kFill)},
      {"rpc BuyIt", never("rpc BuyIt", "has white space in it", "write `\"BuyIt\"`")},
      {"Buy It", never("Buy It", "has white space in it", kAlone)},
      {"Buy:", never("Buy:", "has a colon", "write `\"Buy\"`")},
      {"shop:443", never("shop:443", "is an address, not a service", kAlone)},
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
      "warning name-unlikely: `a.B.Buy` looks like a service with its method; a name needs the "
      "full name of a service | write ";
  EXPECT_EQ(FindingOn(R"("service": "a.B.Buy")"),
            absl::StrCat(kLooks, R"(`"a.B", "method": "Buy"`)"));
  // The method is there already, or is another one: then all of it may be the service.
  EXPECT_EQ(FindingOn(R"("service": "a.B.Buy", "method": "Buy")"),
            absl::StrCat(kLooks, R"(`"a.B"`)"));
  EXPECT_EQ(FindingOn(R"("service": "Acme.Shop.Orders", "method": "Buy")"), "");
}

TEST(NameFormsTest, PackagesWithCapitals) {
  for (const absl::string_view service :
       {"Acme.Shop.Orders", "Acme.Orders", "acme.Shop.V1.Orders", "Acme.Shop.V1.Orders"}) {
    EXPECT_EQ(FindingOn(absl::StrCat(R"("service": ")", service, "\"")), "") << service;
  }
}

TEST(NameFormsTest, ClassesThatAreGeneratedForServices) {
  const struct {
    absl::string_view name;
    absl::string_view remedy;
  } rows[] = {
      {"shop.v1.CartCoroutineStub", "write `\"shop.v1.Cart\"`"},
      {"shop.v1.CartGrpcKt", "write `\"shop.v1.Cart\"`"},
      {"shop.v1.CartBlockingV2Stub", "write `\"shop.v1.Cart\"`"},
      {"shop.v1.Cart.CartBase", "write `\"shop.v1.Cart\"`"},
      {"shop.v1.Cart.CartClient", "write `\"shop.v1.Cart\"`"},
      {"shop.v1.CartGrpc.CartFutureStub", "write `\"shop.v1.Cart\"`"},
      {"shop.v1.CartGrpcKt.CartCoroutineImplBase", "write `\"shop.v1.Cart\"`"},
      {"shop.v1.NewCartClient", "write `\"shop.v1.Cart\"`"},
      {"shop.v1.UnimplementedCartServer", "look for `shop.v1.Cart` in the .proto file"},
      {"shop.v1.CartServer", "look for `shop.v1.Cart` in the .proto file"},
      {"shop.v1.CartProto", "look for `shop.v1.Cart` in the .proto file"},
      {"shop.v1.CartBase", "look for `shop.v1.Cart` in the .proto file"},
      {"shop.cart_client.CartClient", "write it as the .proto file has it, `package.Service`"},
      {"shop.cart_grpc_pb.CartClient", "write it as the .proto file has it, `package.Service`"},
      {"Cart.CartBase", "write it as the .proto file has it, `package.Cart`"},
      {"CartCoroutineStub", "write it as the .proto file has it, `package.Cart`"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(FindingOn(absl::StrCat(R"("service": ")", row.name, "\"")),
              absl::StrCat("warning name-unlikely: `", row.name,
                           "` looks like a class generated for a service; a name needs the full "
                           "name of a service | ",
                           row.remedy));
  }
  for (const absl::string_view service :
       {"shop.v1.Database", "shop.v1.Observer", "shop.v1.Server", "shop.v1.Proto"}) {
    EXPECT_EQ(FindingOn(absl::StrCat(R"("service": ")", service, "\"")), "") << service;
  }
}

TEST(NameFormsTest, ServicesInOtherCharacters) {
  constexpr absl::string_view kHelp = "write the service as in `package.Service`";
  const struct {
    absl::string_view service;
    absl::string_view remedy;
  } rows[] = {
      {"a.B;", "write `\"a.B\"`"},
      {"shop.v1.Cart#Get", R"(write `{"service": "shop.v1.Cart", "method": "Get"}`)"},
      {"com.shop.CartGrpc$CartBlockingStub", "write `\"com.shop.Cart\"`"},
      {"com.shop.Outer$Cart", "write `\"com.shop.Outer.Cart\"`"},
      // Cyrillic, and a space without width.
      {"\u0430\u0441me.v1.Cart", "write `\"acme.v1.Cart\"`"},
      {"shop.v1.\u200bCart", "write `\"shop.v1.Cart\"`"},
      {"\u0436shop.v1.Cart", kHelp},
      {"shop.v1.Caf\u00e9", kHelp},
  };
  for (const auto& row : rows) {
    const std::string finding = FindingOn(absl::StrCat(R"("service": ")", row.service, "\""));
    EXPECT_EQ(finding.substr(0, finding.find('`')), "error name-not-protobuf: ") << finding;
    EXPECT_EQ(finding.substr(finding.find(" | ") + 3), row.remedy) << finding;
  }
}

}  // namespace
}  // namespace grpcfg
