// Members of JSON that are numbers: true digits, and null for what has no end.
#ifndef GRPCFG_SIMULATOR_REPORT_NUMBER_WRITER_H_
#define GRPCFG_SIMULATOR_REPORT_NUMBER_WRITER_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/json/json_writer.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {

// The members of an object of JSON, or the ends of the names of columns.
using Numbers = std::vector<std::pair<std::string, double>>;

class NumberWriter : public MemberWriter<IndentedJson> {
 public:
  explicit NumberWriter(IndentedJson& writer) : MemberWriter(writer), writer_(writer) {}

  void StartObject(absl::string_view key) {
    writer_.Key(key);
    writer_.StartObject();
  }

  void StartObject() { writer_.StartObject(); }
  void EndObject() { writer_.EndObject(); }

  void WriteBool(absl::string_view key, bool value) {
    writer_.Key(key);
    writer_.Bool(value);
  }

  void WriteCount(absl::string_view key, size_t count) {
    writer_.Key(key);
    writer_.Uint64(count);
  }

  void WriteTrue(absl::string_view key, double number) { WriteNumber(key, TrueDigits(number)); }

  void WriteNumbers(absl::string_view key, const Numbers& numbers) {
    StartObject(key);
    WriteMembers(numbers);
    EndObject();
  }

  void WriteMembers(const Numbers& numbers) {
    for (const auto& [name, number] : numbers) WriteTrue(name, number);
  }

  void WriteList(absl::string_view key, const std::vector<double>& numbers) {
    writer_.Key(key);
    WriteArray(numbers, [&](double number) { writer_.Double(TrueDigits(number)); });
  }

 private:
  IndentedJson& writer_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_REPORT_NUMBER_WRITER_H_
