// Members of JSON that are numbers: true digits, and null for what has no end.
#ifndef GRPCFG_SIMULATOR_REPORT_NUMBER_WRITER_H_
#define GRPCFG_SIMULATOR_REPORT_NUMBER_WRITER_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/json/json_writer.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {

// The members of an object of JSON, or the ends of the names of columns.
using Numbers = std::vector<std::pair<std::string, double>>;

class NumberWriter : public JsonWriter {
 public:
  using JsonWriter::JsonWriter;

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
    WriteArray(key, numbers, [&](double number) { Number(TrueDigits(number)); });
  }
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_REPORT_NUMBER_WRITER_H_
