#include "schema/clients/client_target.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

constexpr Release kOldest = {1, 51, 0};
constexpr Release kNewest = {1, 85, 0};

struct TargetRow {
  const char* target;
  bool valid;
};

// As C-core 1.51.1 has it, which was run.
constexpr TargetRow kRows[] = {
    {"ipv6:1", false},
    {"ipv4:1", false},
    {"ipv4:", true},
    {"ipv4:1.2.3.4", false},
    {"ipv4:1.2.3.4:80", true},
    {"ipv4:/1.2.3.4:80", true},
    {"ipv4:///1.2.3.4:80", true},
    {"ipv4://a/1.2.3.4:80", false},
    {"ipv4:1.2.3.4:80,1.2.3.4:81", true},
    {"ipv4:1.2.3.4:80,x", false},
    {"ipv4:1.2.3.4:80,", true},
    {"ipv4:1.2.3.4:70000", false},
    {"ipv4:1.2.3.4:80x", true},
    {"ipv4:1.2.3.4:-1", false},
    {"ipv4:1.2.3.4: 80", true},
    {"ipv4:[1.2.3.4]:80", false},
    {"ipv4:1.2.3.04:80", false},
    {"ipv6:[::1]:80", true},
    {"ipv6:::1", false},
    {"ipv6:[::1%251]:80", true},
    {"ipv6:[::1]", false},
    {"ipv6:%5B::1%5D:80", true},
    {"ipv6:[::1]:", false},
    {"ipv6://a/[::1]:1", false},
    {"unix:", true},
    {"unix:a,b", true},
    {"unix://a", false},
    {"unix-abstract://a/b", false},
    {"vsock:x", true},
    {"xds:", false},
    {"xds:a", true},
    {"xds:a/", false},
    {"xds:///a", true},
    {"xds://a/b", true},
    {"xds://a", false},
    {"google-c2p:", true},
    {"google-c2p://a/b", false},
    {"google-c2p-experimental://a/b", false},
    {"fake:", true},
    {"DNS:", true},
    {"dns:", false},
    {"dns:a", true},
    {"dns:/", false},
    {"dns://a", false},
    {"dns://a/b", true},
    {"dns:///a", true},
    {"dns:%2F", false},
    {"dns:%2Fa", true},
    {"dns:?a", false},
    {"dns:a?", false},
    {"dns:a?b#c", true},
    {"dns:a#^", false},
    {"a", true},
    {"a:443", true},
    {"a?", false},
    {"a?b", true},
    {"a#^", false},
    {"#", false},
    {"", false},
    {" ", true},
    {"%", true},
    {"/", true},
    {"//", true},
    {"http://a", true},
    {"http://a?", false},
    {":", true},
    {"[::1]:443", true},
};

TEST(CoreTargetTest, AsTheLibrarySays) {
  for (const TargetRow& row : kRows) {
    EXPECT_EQ(IsCoreTarget(row.target, kOldest), row.valid) << row.target;
  }
}

TEST(CoreTargetTest, PathsOfSocketsHaveAnEnd) {
  constexpr size_t kLongest = 107;
  for (const absl::string_view scheme : {"unix:", "unix-abstract:"}) {
    EXPECT_TRUE(IsCoreTarget(absl::StrCat(scheme, std::string(kLongest, 'a')), kOldest));
    EXPECT_FALSE(IsCoreTarget(absl::StrCat(scheme, std::string(kLongest + 1, 'a')), kOldest));
  }
}

struct AddressRow {
  const char* host;
  bool valid;
};

constexpr AddressRow kHosts[] = {
    {"::", true},
    {"1::", true},
    {"1:2:3:4:5:6:7:8", true},
    {"::1.2.3.4", true},
    {"1:2:3:4:5:6:7::", true},
    {"1:2:3:4:5:6:1.2.3.4", true},
    {"1:2:3:4:5:6:7:8::", false},
    {"1:2:3:4:5:6:7", false},
    {":1::", false},
    {":::1", false},
    {"1::2::3", false},
    {"12345::", false},
    {"g::", false},
    {"1.2.3.4::", false},
    {"1.2.3.256", false},
};

TEST(CoreTargetTest, AddressesAreThoseOfInetPton) {
  for (const AddressRow& row : kHosts) {
    EXPECT_EQ(IsCoreTarget(absl::StrCat("ipv6:[", row.host, "]:80"), kOldest), row.valid)
        << row.host;
  }
}

TEST(CoreTargetTest, ChangesWithReleases) {
  EXPECT_TRUE(IsCoreTarget("XDS:", {1, 72, 0}));
  EXPECT_FALSE(IsCoreTarget("XDS:", {1, 73, 0}));    // schemes in any letter case
  EXPECT_TRUE(IsCoreTarget("vsock:x", {1, 56, 0}));  // a name for DNS
  EXPECT_FALSE(IsCoreTarget("vsock:x", {1, 57, 0}));
  EXPECT_TRUE(IsCoreTarget("vsock:1:2", kNewest));
}

}  // namespace
}  // namespace grpcfg
