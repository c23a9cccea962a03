// Lists of choices (gRFC A2), of which a client takes one. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_CHOICE_READER_H_
#define GRPCFG_SCHEMA_READ_CHOICE_READER_H_

#include "absl/functional/function_ref.h"
#include "schema/read/read_state.h"

namespace grpcfg {

class Reader;

class ChoiceReader {
 public:
  ChoiceReader(ReadState& state, Reader& messages)
      : state_(state),
        tree_(state.tree),
        client_(state.client),
        reading_(state.reading),
        messages_(messages) {}

  // The document, which is to be a list of choices, into `Reading::choices` and `configs`.
  void ReadChoices();

 private:
  enum class Part : uint8_t { kUnread, kElsewhere, kDecides };  // of a verdict
  // Whom a choice is for. `some_host`: clients on other hosts.
  struct Fit {
    bool language = false;
    bool host = false;
    bool some_host = false;
    bool share = false;  // some draw takes it
    bool has_config = false;
  };
  // How far a list of choices has been walked.
  struct ChoiceWalk {
    bool taken = false;   // the client that a verdict is about has its choice
    bool closed = false;  // every client of its language has one
  };
  // What a choice adds to the reading, from here on.
  struct ChoiceStart {
    size_t issue;
    size_t config;
    IssueCounts counts;
  };
  struct ChoiceConfig {
    NodeId node;
    Part shape = Part::kDecides;
    Part contents = Part::kDecides;
    Part use = Part::kDecides;  // once it was found right
  };

  void ReportNoneTaken(const ChoiceWalk& walk);
  void ReadChoice(NodeId element, ChoiceWalk& walk);
  void ReadNoChoice(NodeId element, const ChoiceWalk& walk);
  void Select(ChoiceFields& choice, const ChoiceStart& start, ChoiceWalk& walk);
  [[nodiscard]] Fit FitOf(const ChoiceFields& choice, bool has_config);
  [[nodiscard]] bool HasNoList(NodeId list) const;
  bool FitsAll(const Located<List<Located<absl::string_view>>>& list, absl::string_view field);
  [[nodiscard]] bool FitsLanguage(const Located<List<Located<absl::string_view>>>& list);
  [[nodiscard]] size_t ReachOf(const Fit& fit, bool elsewhere) const;
  [[nodiscard]] static Part UseOf(const Fit& fit, const ChoiceWalk& walk);
  [[nodiscard]] Part PartOf(size_t stage, const Fit& fit, const ChoiceWalk& walk) const;
  [[nodiscard]] Part PartOfContents(const Fit& fit, const ChoiceWalk& walk) const;
  void KeepIssues(const ChoiceStart& start, const Fit& fit, const ChoiceWalk& walk);
  void DropIssues(size_t first, absl::FunctionRef<bool(const Issue&)> is_dropped);
  void ForgetUnused(size_t first, Part use);
  void ReadConfigs(Part part);
  void ReadChoiceConfig(const ChoiceConfig& config);

  ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
  Reading& reading_;
  Reader& messages_;
  std::vector<ChoiceConfig> choice_configs_;  // of all choices
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_CHOICE_READER_H_
