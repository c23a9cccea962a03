// The verdict of gRPC C-core on service configs: JSON Lines in, JSON Lines out; see README.md.
//
// C-core shows no effective values in its API, only what it logs, such as a clamp of maxAttempts.
#include <grpc/grpc.h>
#include <grpc/support/log.h>
#include <grpcpp/support/validate_service_config.h>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <array>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

std::vector<std::string>& Logged() {
  static std::vector<std::string> logged;
  return logged;
}

void KeepLine(gpr_log_func_args* line) {
  if (line->severity == GPR_LOG_SEVERITY_ERROR) Logged().emplace_back(line->message);
}

std::string DecodeBase64(std::string_view text) {
  static const std::array<int, 256> kDigits = [] {
    std::array<int, 256> digits;
    digits.fill(-1);
    const std::string_view all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < all.size(); ++i) digits[static_cast<unsigned char>(all[i])] = int(i);
    return digits;
  }();
  std::string bytes;
  unsigned held = 0;
  int bits = 0;
  for (const char c : text) {
    const int digit = kDigits[static_cast<unsigned char>(c)];
    if (digit < 0) break;  // padding
    held = (held << 6 | static_cast<unsigned>(digit)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<char>(held >> bits & 0xff));
  }
  return bytes;
}

// Messages quote the config, which may hold any bytes; an answer is UTF-8.
std::string Printable(const std::string& message) {
  std::string printable;
  for (const char c : message) {
    const auto byte = static_cast<unsigned char>(c);
    printable.push_back(byte >= 0x20 && byte < 0x7f ? c : '?');
  }
  return printable;
}

void WriteText(Writer& writer, std::string_view text) {
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void Answer(const std::string& line) {
  rapidjson::Document request;
  request.Parse(line.data(), line.size());
  const auto& coded = request["b64"];
  Logged().clear();
  const std::string message = grpc::experimental::ValidateServiceConfigJSON(
      DecodeBase64({coded.GetString(), coded.GetStringLength()}));
  rapidjson::StringBuffer answer;
  Writer writer(answer);
  writer.StartObject();
  writer.Key("id");
  request["id"].Accept(writer);
  writer.Key("verdict");
  writer.String(message.empty() ? "accepts" : "rejects");
  writer.Key("message");
  WriteText(writer, Printable(message));
  writer.Key("effective");
  writer.StartObject();
  if (message.empty() && !Logged().empty()) {
    writer.Key("logged");
    writer.StartArray();
    for (const std::string& logged : Logged()) WriteText(writer, Printable(logged));
    writer.EndArray();
  }
  writer.EndObject();
  writer.EndObject();
  std::cout << answer.GetString() << '\n';
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  gpr_set_log_function(KeepLine);
  // Without this every call would start the library and stop it again, at 20 times the cost.
  grpc_init();
  for (std::string line; std::getline(std::cin, line);) {
    Answer(line);
    if (std::cin.rdbuf()->in_avail() <= 0) std::cout.flush();
  }
  std::cout.flush();
  grpc_shutdown();
}
