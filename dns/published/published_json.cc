#include "dns/domain_name.h"
#include "dns/published/published_printer.h"
#include "schema/json/json_writer.h"

namespace grpcfg {
namespace {

// `json`, or null for what is not there.
absl::string_view OrNull(absl::string_view json) { return json.empty() ? "null" : json; }

class PublishedWriter {
 public:
  explicit PublishedWriter(std::string& out) : sink_{&out}, writer_(sink_), members_(writer_) {
    writer_.SetIndent(' ', 2);
  }

  void Write(const PublishedReport& report) {
    writer_.StartObject();
    members_.WriteVersion();
    members_.WriteText("name", report.comparison.host);
    members_.WriteText("state", PublishedStateName(report.comparison.Worst()));
    members_.WriteArray("answers", report.comparison.answers,
                        [&](const ComparedAnswer& answer) { WriteAnswer(answer); });
    writer_.EndObject();
  }

 private:
  void WriteAnswer(const ComparedAnswer& answer) {
    writer_.StartObject();
    members_.WriteText("server", answer.server);
    members_.WriteText("owner", WithoutFinalDot(answer.owner));
    members_.WriteText("state", PublishedStateName(answer.state));
    members_.WriteText("problem", answer.problem);
    members_.WriteCount("served", answer.served);
    members_.WriteCount("intended", answer.intended);
    members_.WriteCount("served_ttl", answer.served_ttl);
    members_.WriteCount("intended_ttl", answer.intended_ttl);
    members_.WriteArray("records", answer.texts,
                        [&](const ComparedText& text) { WriteRecord(text); });
    const auto write = [&](const std::string& text) { members_.WriteString(text); };
    members_.WriteArray("only_served", answer.only_served, write);
    members_.WriteArray("only_intended", answer.only_intended, write);
    writer_.EndObject();
  }

  void WriteRecord(const ComparedText& text) {
    writer_.StartObject();
    members_.WriteText("state", PublishedStateName(text.state));
    members_.WriteCount("first_difference", text.first_difference);
    writer_.Key("other_order");
    writer_.Bool(text.has_other_order);
    members_.WriteText("problem", text.problem);
    members_.WriteArray("choices", text.choices,
                        [&](const ComparedChoice& choice) { WriteChoice(choice); });
    writer_.EndObject();
  }

  void WriteChoice(const ComparedChoice& choice) {
    writer_.StartObject();
    members_.WriteCount("served", choice.served);
    members_.WriteCount("intended", choice.intended);
    members_.WriteJson("served_for", OrNull(choice.served_for));
    members_.WriteJson("intended_for", OrNull(choice.intended_for));
    members_.WriteText("state", PublishedStateName(choice.state));
    members_.WriteArray("methods", choice.methods,
                        [&](const ComparedMethod& method) { WriteMethod(method); });
    members_.WriteArray("refused_by", choice.refused_by,
                        [&](const std::string& target) { members_.WriteString(target); });
    writer_.EndObject();
  }

  void WriteMethod(const ComparedMethod& method) {
    writer_.StartObject();
    members_.WriteText("name", method.name);
    members_.WriteText("target", method.target);
    members_.WriteArray("changes", method.changes, [&](const Change& change) {
      writer_.StartObject();
      members_.WriteText("what", change.what);
      members_.WriteJson("served", change.before);
      members_.WriteJson("intended", change.after);
      members_.WriteText("risk", RiskName(change.risk));
      writer_.EndObject();
    });
    writer_.EndObject();
  }

  JsonSink sink_;
  IndentedJson writer_;
  MemberWriter<IndentedJson> members_;
};

}  // namespace

void AppendPublishedJson(const PublishedReport& report, std::string& out) {
  PublishedWriter(out).Write(report);
  out += '\n';
}

}  // namespace grpcfg
