#include "dns/unread_config.h"

#include <cstddef>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "dns/domain_name.h"
#include "dns/zone_fields.h"
#include "schema/fields/document.h"

namespace grpcfg {
namespace {

// Members that are not served: of Terraform's JSON, Cloudflare and PowerDNS.
constexpr absl::string_view kComments[] = {"//", "comment", "comments"};

// True for `_grpc_config` and what is below it in a name; Azure has the zone and a slash before.
bool IsConfigName(absl::string_view text) {
  const absl::string_view name = text.substr(text.rfind('/') + 1);
  return absl::StartsWithIgnoreCase(name, kConfigLabel) &&
         (name.size() == kConfigLabel.size() || name[kConfigLabel.size()] == '.');
}

// What a map, or the key of one, says of the type of its record. Aliases lead to TXT records.
enum class Said : uint8_t { kNothing, kTxt, kOther };

Said TypeIn(absl::string_view text) {
  const std::string type = absl::AsciiStrToLower(text);
  // An expression may be anything.
  const bool may_be_txt = absl::StrContains(type, "txt") || absl::StrContains(type, "cname") ||
                          type == "dname" || absl::StrContains(text, "${");
  if (may_be_txt) return Said::kTxt;
  return FindRecordType(text) ? Said::kOther : Said::kNothing;
}

Said TypeOf(const Structured& map) {
  for (const auto& [key, value] : map.members) {
    if (!value.IsScalar() || !absl::EndsWithIgnoreCase(key.text, "type")) continue;
    if (const Said said = TypeIn(value.text); said != Said::kNothing) return said;
  }
  return Said::kNothing;
}

class UnreadSearch {
 public:
  UnreadSearch(const ReadScalars& read, std::vector<ZoneFault>& faults)
      : read_(read), faults_(faults) {}

  // True if `node` is accounted for: something in it was read or has a fault, or it is a record of
  // another type. `is_txt`: it is in what may be a TXT record.
  // NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostStructuredLevels
  bool Visit(const Structured& node, bool is_txt) {
    if (node.IsScalar()) return VisitText(node);
    bool is_known = false;
    for (const Structured& element : node.elements) is_known = Visit(element, is_txt) || is_known;
    if (node.members.empty()) return is_known;
    const Said type = TypeOf(node);
    is_txt = is_txt || type == Said::kTxt;
    is_known = VisitMembers(node, is_txt) || is_known || type == Said::kOther;
    if (is_known || !is_txt) return is_known;
    const auto name = absl::c_find_if(node.members, [](const auto& member) {
      return member.second.IsScalar() && IsConfigName(member.second.text);
    });
    if (name == node.members.end()) return false;
    Add(ZoneFaultKind::kNameUnread, name->second);
    return true;
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion): see above
  bool VisitMembers(const Structured& map, bool is_txt) {
    bool is_any_known = false;
    absl::flat_hash_set<absl::string_view> later;
    for (size_t i = map.members.size(); i-- > 0;) {
      const auto& [key, value] = map.members[i];
      if (absl::c_linear_search(kComments, key.text)) continue;
      const bool is_last = later.insert(key.text).second;
      bool is_known = VisitText(key);
      if (is_last) is_known = Visit(value, is_txt || TypeIn(key.text) == Said::kTxt) || is_known;
      if (!is_last || (!is_known && IsConfigName(key.text))) {
        Add(is_last ? ZoneFaultKind::kNameUnread : ZoneFaultKind::kKeyTwice, key);
        is_known = true;
      }
      is_any_known = is_any_known || is_known;
    }
    return is_any_known;
  }

  bool VisitText(const Structured& scalar) {
    if (read_.contains(scalar.span.begin)) return true;
    if (!absl::StrContains(scalar.text, kTxtAttribute)) return false;
    Add(ZoneFaultKind::kConfigUnread, scalar);
    return true;
  }

  void Add(ZoneFaultKind kind, const Structured& scalar) {
    faults_.push_back({kind, 0, scalar.span});
    if (kind == ZoneFaultKind::kKeyTwice) return;
    faults_.back().help =
        "write it as a record of a form that is read, such as a zone file; of Terraform also check "
        "what `terraform show -json` prints";
  }

  const ReadScalars& read_;
  std::vector<ZoneFault>& faults_;
};

}  // namespace

void AddUnreadConfigs(const Structured& document, const ReadScalars& read,
                      std::vector<ZoneFault>& faults) {
  (void)UnreadSearch(read, faults).Visit(document, false);
}

}  // namespace grpcfg
