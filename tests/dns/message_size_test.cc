// Sizes against what servers answered: 17 letters of host take 32 octets in a message.
#include "dns/message_size.h"

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

struct SizeRow {
  size_t host;
  size_t udp;
  size_t edns;
  size_t tcp;
};

TEST(MessageSizeTest, LongestTextIsThatOfServers) {
  for (const SizeRow& row : {SizeRow{17, 450, 1156, 65208}, SizeRow{40, 427, 1133, 65185},
                             SizeRow{100, 367, 1073, 65125}, SizeRow{240, 228, 934, 64986}}) {
    const size_t owner = row.host + 15;
    EXPECT_EQ(LongestText(owner, kUdpOctets, false), row.udp) << row.host;
    EXPECT_EQ(LongestText(owner, kEdnsOctets, true), row.edns) << row.host;
    EXPECT_EQ(LongestText(owner, kTcpOctets, true), row.tcp) << row.host;
  }
}

TEST(MessageSizeTest, LongestTextIsTheLongestThatFits) {
  for (size_t most = 60; most < 2000; ++most) {
    const size_t text = LongestText(32, most, true);
    if (text == 0) continue;
    EXPECT_LE(MessageSize(32, RdataSize(text), true), most);
    EXPECT_GT(MessageSize(32, RdataSize(text + 1), true), most);
  }
}

TEST(MessageSizeTest, ARecordHolds65279Octets) {
  EXPECT_EQ(RdataSize(65279), kMostRdataOctets);
  EXPECT_EQ(RdataSize(0), 1U);
}

}  // namespace
}  // namespace grpcfg
