#include "validator/resolve/method_entries.h"

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

TEST(MethodEntriesTest, Names) {
  EXPECT_EQ(*ParseMethodName("a.B/C"), (MethodName{"a.B", "C"}));
  EXPECT_EQ(*ParseMethodName("/a.B/C"), (MethodName{"a.B", "C"}));
  EXPECT_EQ(*ParseMethodName("a.B"), (MethodName{"a.B", ""}));
  EXPECT_EQ(*ParseMethodName("a/b/"), (MethodName{"a/b", ""}));
  EXPECT_EQ(*ParseMethodName("*"), MethodName());
  for (const char* const spelled : {"a.B/C", "a.B", "a/b/", "//a/", "//a/b", "//a//b/", "*"}) {
    EXPECT_EQ(SpellMethodName(*ParseMethodName(spelled)), spelled);
  }
  for (const absl::string_view wrong : {"", "/", "//"}) {
    EXPECT_FALSE(ParseMethodName(wrong).ok()) << wrong;
  }
}

}  // namespace
}  // namespace grpcfg
