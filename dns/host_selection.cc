#include "dns/host_selection.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "dns/domain_name.h"
#include "dns/owner_records.h"
#include "schema/json/escape.h"
#include "schema/json/json_writer.h"

namespace grpcfg {
namespace {

// "asks only with ...", "asks at the host itself": why a client does not get these records.
std::string LookupWords(const ProfileAt& client) {
  if (!client.profile().calls.txt_name.is_known()) return "never";
  const TxtLookup& lookup = client.calls.txt_lookup;
  if (client.calls.txt_name == TxtName::kHost) return "at the host itself only";
  switch (lookup.by_default) {
    case TxtLookup::Default::kOff:
      return absl::StrCat("only with ", lookup.option);
    case TxtLookup::Default::kNever:
      return "never";
    case TxtLookup::Default::kOn:
      return "by default";
    case TxtLookup::Default::kUnspecified:
      return "if the client chooses to";
  }
  return "";
}

std::string OutcomeWords(const SelectedShare& share) {
  if (share.outcome != SelectionOutcome::kChoice) return std::string(OutcomeName(share.outcome));
  return absl::StrCat("choice ", *share.choice);
}

std::string ShareOf(const SelectedShare& share) {
  return absl::StrFormat("%.4g%%", share.share * 100);
}

struct Row {
  std::string target;
  std::string outcome;
  std::string share;
  std::string reason;
};

void AppendPadded(absl::string_view cell, size_t width, std::string& out) {
  absl::StrAppend(&out, cell, std::string(width - std::min(cell.size(), width) + 2, ' '));
}

// The members of a share, of which the likeliest is one.
void WriteShare(const SelectedShare& share, JsonWriter& writer) {
  writer.WriteText("outcome", OutcomeName(share.outcome));
  writer.WriteCount("choice", share.choice);
  if (share.record) writer.WriteCount("record", share.record);
  writer.WriteNumber("share", share.share);
}

}  // namespace

HostSelection SelectForHost(const DnsRecords& zone, const HostQuery& query) {
  const ZoneLookup lookup(zone);
  const std::string name = absl::StrCat(kConfigLabel, ".", query.host);
  const OwnerRecords records = lookup.At(name);
  HostSelection selected = {.name = std::string(WithoutFinalDot(query.host)),
                            .targets = SpellingsOf(query.targets)};
  for (const Target& target : query.targets) {
    selected.selections.push_back(
        SelectFrom({records.owner, records.values}, target, query.request, query.rules));
    selected.lookups.push_back(LookupWords(*target.profile));
  }
  if (records.txt.empty() && HasRelativeNames(zone)) {
    selected.warnings.emplace_back("the file has relative names but no zone; set it with --origin");
  }
  const OwnerRecords at_host = lookup.At(std::string(query.host));
  const bool has_config = std::any_of(
      at_host.values.begin(), at_host.values.end(),
      [](const TxtValue& value) { return absl::StartsWith(value.octets, kTxtAttribute); });
  if (has_config) {
    selected.warnings.push_back(absl::StrCat(
        "`", selected.name, "` itself has a service config, which only grpc-js looks up"));
  }
  return selected;
}

void AppendSelectionText(const HostSelection& selected, std::string& out) {
  std::vector<Row> rows = {{"target", "outcome", "share", "why"}};
  for (size_t i = 0; i < selected.targets.size(); ++i) {
    const Selection& selection = selected.selections[i];
    rows.push_back({Visible(selected.targets[i]), OutcomeWords(selection.likeliest),
                    ShareOf(selection.likeliest), selection.reason});
  }
  size_t widths[3] = {};
  for (const Row& row : rows) {
    const absl::string_view cells[] = {row.target, row.outcome, row.share};
    for (size_t i = 0; i < 3; ++i) widths[i] = std::max(widths[i], cells[i].size());
  }
  absl::StrAppend(&out, "_grpc_config.", Visible(selected.name), "\n");
  for (const Row& row : rows) {
    const absl::string_view cells[] = {row.target, row.outcome, row.share};
    for (size_t i = 0; i < 3; ++i) AppendPadded(cells[i], widths[i], out);
    AppendVisible(row.reason, out);
    out += '\n';
  }
  out += "looks up the record:\n";
  for (size_t i = 0; i < selected.targets.size(); ++i) {
    out += "  ";
    AppendPadded(rows[i + 1].target, widths[0], out);
    absl::StrAppend(&out, selected.lookups[i], "\n");
  }
  for (const std::string& warning : selected.warnings) {
    out += "note: ";
    AppendVisible(warning, out);
    out += '\n';
  }
}

void AppendSelectionJson(const HostSelection& selected, std::string& out) {
  JsonWriter writer(out, JsonLayout::kLines);
  writer.StartObject();
  writer.WriteVersion();
  writer.WriteText("name", selected.name);
  writer.StartArray("selections");
  for (size_t i = 0; i < selected.targets.size(); ++i) {
    const Selection& selection = selected.selections[i];
    writer.StartObject();
    writer.WriteText("target", selected.targets[i]);
    WriteShare(selection.likeliest, writer);
    writer.WriteText("reason", selection.reason);
    writer.WriteText("asks", selected.lookups[i]);
    writer.WriteArray("outcomes", selection.shares, [&](const SelectedShare& share) {
      writer.StartObject();
      WriteShare(share, writer);
      writer.EndObject();
    });
    writer.EndObject();
  }
  writer.EndArray();
  writer.WriteTexts("notes", selected.warnings);
  writer.EndObject();
  out += '\n';
}

}  // namespace grpcfg
