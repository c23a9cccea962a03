#include "schema/json/java_text.h"

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

// Each was given to Long.parseLong or to java.net.URI of a JDK 17.
TEST(JavaTextTest, DigitsOfAllScripts) {
  const struct {
    absl::string_view why;
    absl::string_view text;
    absl::string_view plain;
  } rows[] = {
      {"ASCII", "-120", "-120"},
      {"none", "", ""},
      {"Arabic-Indic", "\u0660\u0669", "09"},
      {"Khmer after ASCII", "1\u17E2", "12"},
      {"fullwidth", "\uFF11\uFF19", "19"},
      {"the last of Meetei Mayek", "\uABF9", "9"},
      {"what stands after it", "\uABFA", "\uABFA"},
      {"two chars: no digit to Java", "\U0001D7D8", "\U0001D7D8"},
      {"a number, but no decimal digit", "\u00B2", "\u00B2"},
      {"not UTF-8", "\xD9", "\xD9"},
  };
  for (const auto& row : rows) EXPECT_EQ(WithAsciiDigits(row.text), row.plain) << row.why;
}

TEST(JavaTextTest, Uris) {
  const struct {
    absl::string_view why;
    absl::string_view text;
    bool is_uri;
  } rows[] = {
      {"a host is a path", "rls.example.com", true},
      {"with a port it is a scheme", "rls.example.com:443", true},
      {"an underscore is in no scheme", "my_host:443", false},
      {"nor does one begin with a digit", "10.0.0.1:443", false},
      {"without a port it is a path", "10.0.0.1", true},
      {"brackets are in no path", "[::1]", false},
      {"nothing after the scheme", "dns:", false},
      {"nor before the colon", ":443", false},
      {"a target", "dns:///rls.example.com:443", true},
      {"with an authority", "dns://8.8.8.8/rls.example.com", true},
      {"which may be empty before something", "dns:///", true},
      {"and not alone", "dns://", false},
      {"an address", "dns://[::1]:53/a", true},
      {"without its bracket", "dns://[::1/a", false},
      {"that is none", "dns://[::1::]/a", false},
      {"with a scope", "dns://[fe80::1%eth0]/a", true},
      {"without one after the sign", "dns://[fe80::1%]/a", false},
      {"a port that is no number", "dns://[::1]:x/a", false},
      {"an empty port", "dns://[::1]:/a", true},
      {"a user", "dns://me@[::1]/a", true},
      {"what is no server is the name of a registry", "dns://a:b:c/a", true},
      {"blanks", "my host", false},
      {"other letters", "b\u00FCcher", true},
      {"other blanks", "b\u00A0cher", false},
      {"a pair", "a%20b", true},
      {"half a pair", "a%2", false},
      {"a query and a fragment", "a?b=c#d", true},
      {"a fragment in a fragment", "a#b#c", false},
      {"a bar", "a|b", false},
      {"nothing, which a path may be", "", true},
  };
  for (const auto& row : rows) EXPECT_EQ(IsJavaUri(row.text), row.is_uri) << row.why;
}

}  // namespace
}  // namespace grpcfg
