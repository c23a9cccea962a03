// What is reported of the targets, and that it is what the profiles say.
#include "tools/docgen/target_page.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "schema/json/json_tree.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

using testing::Contains;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

TargetEntry Entry(absl::string_view spelling) {
  return MakeTargetEntry(ParseTargets(spelling)->front(), AllRules());
}

TEST(TargetPageTest, EverythingShownHasWordsAndEvidence) {
  for (const TargetEntry& entry : EveryTargetEntry(AllRules())) {
    EXPECT_FALSE(entry.known->proof.empty()) << entry.spelling;
    for (const TraitEntry& trait : entry.traits) {
      EXPECT_FALSE(trait.phases.empty()) << entry.spelling << " " << trait.id;
      for (const TraitPhase& phase : trait.phases) {
        EXPECT_FALSE(phase.words.empty()) << entry.spelling << " " << trait.id;
        EXPECT_FALSE(phase.evidence.empty()) << entry.spelling << " " << trait.id;
      }
    }
    for (const FieldEntry& field : entry.fields) {
      EXPECT_FALSE(field.words.empty()) << entry.spelling << " " << field.path;
      EXPECT_FALSE(field.evidence.empty()) << entry.spelling << " " << field.path;
    }
    for (const ReleaseChange& change : entry.changes) {
      EXPECT_NE(change.before, change.after) << entry.spelling << " " << change.evidence;
      EXPECT_NE(change.what.empty(), change.rules.empty()) << entry.spelling;
    }
  }
}

TEST(TargetPageTest, LinesFitTheScreen) {
  const std::vector<TargetEntry> entries = EveryTargetEntry(AllRules());
  for (const std::string& text : {TargetListAsText(entries), TargetsAsText(entries)}) {
    for (const absl::string_view line : absl::StrSplit(text, '\n')) {
      const bool is_one_word =
          absl::StripAsciiWhitespace(line).find(' ') == absl::string_view::npos;
      EXPECT_TRUE(is_one_word || line.size() <= kLineWidth) << line;
    }
  }
}

TEST(TargetPageTest, TheListSaysWhoAndWhichReleases) {
  const std::vector<TargetEntry> entries = {Entry("dotnet"), Entry("gapic")};
  EXPECT_EQ(TargetListAsText(entries),
            "dotnet  grpc-dotnet, which has no JSON loader; its verdicts come from its source\n"
            "        also csharp, grpc-dotnet, .net\n"
            "        releases 2.80 to 2.83\n"
            "gapic   Google's client generators, which read a config when they generate code\n"
            "        no releases\n"
            "\n"
            "`grpcfg targets go` or `go@1.64` shows how that client reads a config; the\n"
            "`--target` flag of the other commands takes these names.\n");
}

std::string WordsOfTrait(const TargetEntry& entry, absl::string_view id) {
  for (const TraitEntry& trait : entry.traits) {
    if (trait.id == id) return trait.At(entry.release).words;
  }
  return "";
}

TEST(TargetPageTest, ATraitIsShownAsOfTheRelease) {
  EXPECT_THAT(WordsOfTrait(Entry("java@1.67"), "duplicates"), HasSubstr("last one"));
  EXPECT_EQ(WordsOfTrait(Entry("java@1.69"), "duplicates"), "refused");
  EXPECT_THAT(WordsOfTrait(Entry("go@1.81"), "lb-names"), HasSubstr("any letter case everywhere"));
  EXPECT_THAT(WordsOfTrait(Entry("go"), "lb-names"), HasSubstr("exact everywhere"));
}

TEST(TargetPageTest, WhatAClientDoesNotHaveIsNotShown) {
  EXPECT_THAT(WordsOfTrait(Entry("java"), "hedge-after-stop"), HasSubstr("no more are sent"));
  EXPECT_EQ(WordsOfTrait(Entry("go"), "hedge-after-stop"), "");
  EXPECT_EQ(WordsOfTrait(Entry("dotnet"), "txt-name"), "");
  EXPECT_EQ(WordsOfTrait(Entry("gapic"), "retries"), "");
  EXPECT_EQ(WordsOfTrait(Entry("go@1.33"), "retries-need"), "`GRPC_GO_RETRY=on`");
  EXPECT_EQ(WordsOfTrait(Entry("go"), "retries-need"), "nothing");
  EXPECT_EQ(WordsOfTrait(Entry("node"), "choice-language"), "`node`, exactly");
  EXPECT_THAT(TargetsAsText({Entry("gapic")}), Not(HasSubstr("What it does with a call")));
}

std::vector<std::string> FieldsWithout(absl::string_view spelling, Use use) {
  std::vector<std::string> paths;
  for (const FieldEntry& field : Entry(spelling).fields) {
    if (field.use == use) paths.push_back(field.path);
  }
  return paths;
}

TEST(TargetPageTest, FieldsWithoutEffect) {
  EXPECT_THAT(FieldsWithout("go", Use::kUnknown),
              IsSupersetOf({"connectionScaling", "methodConfig[].hedgingPolicy",
                            "loadBalancingConfig[].grpclb.initialFallbackTimeout"}));
  EXPECT_THAT(FieldsWithout("core@1.51", Use::kUnknown), Contains("connectionScaling"));
  EXPECT_THAT(FieldsWithout("core", Use::kUnknown), Not(Contains("connectionScaling")));
  EXPECT_THAT(FieldsWithout("node", Use::kCheckedOnly), Contains("methodConfig[].waitForReady"));
}

// The change of `go` at 1.70 (grpc-go PR 7905).
TEST(TargetPageTest, AChangeOfEffectsNamesTheRules) {
  const TargetEntry go = Entry("go");
  const auto change = std::find_if(go.changes.begin(), go.changes.end(), [](const auto& each) {
    return each.release == Release{1, 70, 0};
  });
  ASSERT_NE(change, go.changes.end());
  EXPECT_THAT(change->rules, Contains("retry-max-attempts-too-small"));
  EXPECT_EQ(change->before, "rejects-policy");
  EXPECT_EQ(change->after, "rejects-config");
}

TEST(TargetPageTest, OnlyReleasesWithAChangeAreNamed) {
  EXPECT_THAT(ReleasesOfChange(Entry("spec")), IsEmpty());
  const std::vector<Release> java = ReleasesOfChange(Entry("java@1.50"));
  EXPECT_THAT(java, Contains(Release{1, 43, 0}));
  EXPECT_THAT(java, Contains(Release{1, 68, 1}));
  EXPECT_TRUE(std::is_sorted(java.begin(), java.end(),
                             [](const Release& a, const Release& b) { return a < b; }));
}

// The texts of the member `key` of each target in the document.
std::vector<std::string> MembersNamed(absl::string_view key, const JsonTree& tree) {
  std::vector<std::string> values;
  tree.ForEachMember(JsonTree::kRoot, [&](const JsonMember& top) {
    if (tree.Text(top.key) != "targets") return;
    tree.ForEachElement(top.value, [&](NodeId target) {
      tree.ForEachMember(target, [&](const JsonMember& member) {
        if (tree.Text(member.key) == key) values.emplace_back(tree.Text(member.value));
      });
    });
  });
  return values;
}

TEST(TargetPageTest, TheJsonHoldsEveryTarget) {
  const std::string json = TargetsAsJson(EveryTargetEntry(AllRules()));
  const JsonTree tree = ParseJson(json);
  EXPECT_THAT(tree.issues(), IsEmpty());
  std::vector<std::string> names;
  std::vector<std::string> abouts;
  for (const KnownTarget& known : KnownTargets()) {
    names.emplace_back(known.name);
    abouts.emplace_back(known.about);
  }
  EXPECT_THAT(MembersNamed("target", tree), ElementsAreArray(names));
  EXPECT_THAT(MembersNamed("about", tree), ElementsAreArray(abouts));
}

}  // namespace
}  // namespace grpcfg
