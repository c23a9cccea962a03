// Addresses of name servers as people write them.
#include "dns/live/name_server.h"

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

struct ServerRow {
  const char* text;
  const char* name;  // empty: it is none
};

TEST(NameServerTest, ReadsAddresses) {
  for (const ServerRow& row : {ServerRow{"192.0.2.1", "192.0.2.1:53"},
                               {"192.0.2.1:5353", "192.0.2.1:5353"},
                               {"2001:DB8::1", "[2001:db8::1]:53"},
                               {"[2001:db8::1]", "[2001:db8::1]:53"},
                               {"[2001:db8::1]:5353", "[2001:db8::1]:5353"},
                               {"", ""},
                               {"ns1.example.test", ""},
                               {"192.0.2.1:", ""},
                               {"192.0.2.1:0", ""},
                               {"192.0.2.1:65536", ""},
                               {"192.0.2:53", ""},
                               {"[192.0.2.1", ""},
                               {"[2001:db8::1]:x", ""},
                               {"2001:db8::1]:53", ""}}) {
    const auto server = ParseNameServer(row.text);
    EXPECT_EQ(server.ok() ? NameOf(*server) : "", row.name) << row.text;
  }
  EXPECT_EQ(NameOf(*ParseNameServer("192.0.2.1", 54)), "192.0.2.1:54");
  EXPECT_EQ(NameOf(NameServerAt(std::string("\xC0\0\2\1", 4), 53)), "192.0.2.1:53");
}

}  // namespace
}  // namespace grpcfg
