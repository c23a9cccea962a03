#include "dns/domain_name.h"
#include "dns/published/published_printer.h"
#include "schema/json/json_writer.h"

namespace grpcfg {
namespace {

// `json`, or null for what is not there.
absl::string_view OrNull(absl::string_view json) { return json.empty() ? "null" : json; }

class PublishedWriter {
 public:
  explicit PublishedWriter(std::string& out) : writer_(out, JsonLayout::kLines) {}

  void Write(const PublishedReport& report) {
    writer_.StartObject();
    writer_.WriteVersion();
    writer_.WriteText("name", report.comparison.host);
    writer_.WriteText("state", PublishedStateName(report.comparison.Worst()));
    writer_.WriteArray("answers", report.comparison.answers,
                       [&](const ComparedAnswer& answer) { WriteAnswer(answer); });
    writer_.EndObject();
  }

 private:
  void WriteAnswer(const ComparedAnswer& answer) {
    writer_.StartObject();
    writer_.WriteText("server", answer.server);
    writer_.WriteText("owner", WithoutFinalDot(answer.owner));
    writer_.WriteText("state", PublishedStateName(answer.state));
    writer_.WriteText("problem", answer.problem);
    writer_.WriteCount("served", answer.served);
    writer_.WriteCount("intended", answer.intended);
    writer_.WriteCount("served_ttl", answer.served_ttl);
    writer_.WriteCount("intended_ttl", answer.intended_ttl);
    writer_.WriteArray("records", answer.texts,
                       [&](const ComparedText& text) { WriteRecord(text); });
    writer_.WriteTexts("only_served", answer.only_served);
    writer_.WriteTexts("only_intended", answer.only_intended);
    writer_.EndObject();
  }

  void WriteRecord(const ComparedText& text) {
    writer_.StartObject();
    writer_.WriteText("state", PublishedStateName(text.state));
    writer_.WriteCount("first_difference", text.first_difference);
    writer_.WriteBool("other_order", text.has_other_order);
    writer_.WriteText("problem", text.problem);
    writer_.WriteArray("choices", text.choices,
                       [&](const ComparedChoice& choice) { WriteChoice(choice); });
    writer_.EndObject();
  }

  void WriteChoice(const ComparedChoice& choice) {
    writer_.StartObject();
    writer_.WriteCount("served", choice.served);
    writer_.WriteCount("intended", choice.intended);
    writer_.WriteJson("served_for", OrNull(choice.served_for));
    writer_.WriteJson("intended_for", OrNull(choice.intended_for));
    writer_.WriteText("state", PublishedStateName(choice.state));
    writer_.WriteArray("methods", choice.methods,
                       [&](const ComparedMethod& method) { WriteMethod(method); });
    writer_.WriteTexts("refused_by", choice.refused_by);
    writer_.EndObject();
  }

  void WriteMethod(const ComparedMethod& method) {
    writer_.StartObject();
    writer_.WriteText("name", method.name);
    writer_.WriteText("target", method.target);
    writer_.WriteArray("changes", method.changes, [&](const Change& change) {
      writer_.StartObject();
      writer_.WriteText("what", change.what);
      writer_.WriteJson("served", change.before);
      writer_.WriteJson("intended", change.after);
      writer_.WriteText("risk", RiskName(change.risk));
      writer_.EndObject();
    });
    writer_.EndObject();
  }

  JsonWriter writer_;
};

}  // namespace

void AppendPublishedJson(const PublishedReport& report, std::string& out) {
  PublishedWriter(out).Write(report);
  out += '\n';
}

}  // namespace grpcfg
