// The verdict of gRPC C-core on service configs: JSON Lines in, JSON Lines out; see README.md.
//
// C-core shows no effective values in its API, only what it logs, such as a clamp of maxAttempts.
// Usage: core_runner [--apply]     --apply: what is accepted and names other LB policies than the
//        usual two is also given to a channel for a call, in a process of its own, for some die
#include <grpc/grpc.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/support/validate_service_config.h>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/oracle/core_log.h"

namespace {

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

std::vector<std::string>& Logged() {
  static std::vector<std::string> logged;
  return logged;
}

void KeepLine(absl::string_view line, bool is_error) {
  if (is_error) Logged().emplace_back(line);
}

std::string DecodeBase64(absl::string_view text) {
  static const std::array<int, 256> kDigits = [] {
    std::array<int, 256> digits;
    digits.fill(-1);
    const absl::string_view all =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
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

void WriteText(Writer& writer, absl::string_view text) {
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

// ---- A call, in a process of its own.

// Tells what becomes of a call to an address where nothing listens: the LB policy has been at work
// before that shows.
int Call(const char* config) {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(config);
  grpc::GenericStub stub(
      grpc::CreateCustomChannel("ipv4:127.0.0.1:1", grpc::InsecureChannelCredentials(), arguments));
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(500));
  grpc::CompletionQueue queue;
  const grpc::ByteBuffer nothing;
  const auto call = stub.PrepareUnaryCall(&context, "/grpcfg.Oracle/Call", nothing, &queue);
  call->StartCall();
  grpc::ByteBuffer response;
  grpc::Status status;
  call->Finish(&response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  std::cout << status.error_code() << ' ' << status.error_message().substr(0, 200) << std::flush;
  // The library takes its time to stop, and everything is known.
  _exit(0);
}

struct Outcome {
  std::string text;  // the status, or what the process died of
  bool died = false;
};

Outcome CallElsewhere(const std::string& config) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return {"no pipe"};
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    execl("/proc/self/exe", "core_runner", "--call", config.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  Outcome outcome;
  std::array<char, 4096> some{};
  for (ssize_t size = 0; (size = read(ends[0], some.data(), some.size())) > 0;) {
    outcome.text.append(some.data(), static_cast<size_t>(size));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  outcome.died = WIFSIGNALED(status);
  if (outcome.died) {
    outcome.text = std::string(strsignal(WTERMSIG(status))) + ": " + outcome.text;
  }
  return outcome;
}

// pick_first and round_robin are in every call of every user; a call takes a thousand times longer
// than a verdict.
bool NamesOtherPolicies(const std::string& config) {
  return config.find("_experimental") != std::string::npos ||
         config.find("grpclb") != std::string::npos;
}

// ---- Answers

void WriteEffective(Writer& writer, bool accepted, const std::string& call) {
  writer.Key("effective");
  writer.StartObject();
  if (accepted && !Logged().empty()) {
    writer.Key("logged");
    writer.StartArray();
    for (const std::string& logged : Logged()) WriteText(writer, Printable(logged));
    writer.EndArray();
  }
  if (!call.empty()) {
    writer.Key("call");
    WriteText(writer, Printable(call));
  }
  writer.EndObject();
}

void Answer(const std::string& line, bool apply) {
  rapidjson::Document request;
  request.Parse(line.data(), line.size());
  const auto& coded = request["b64"];
  const std::string config = DecodeBase64({coded.GetString(), coded.GetStringLength()});
  Logged().clear();
  std::string message = grpc::experimental::ValidateServiceConfigJSON(config);
  const bool accepted = message.empty();
  Outcome call;
  if (apply && accepted && NamesOtherPolicies(config)) call = CallElsewhere(config);
  if (call.died) message = call.text;
  rapidjson::StringBuffer answer;
  Writer writer(answer);
  writer.StartObject();
  writer.Key("id");
  request["id"].Accept(writer);
  writer.Key("verdict");
  writer.String(call.died ? "breaks-calls" : accepted ? "accepts" : "rejects");
  writer.Key("message");
  WriteText(writer, Printable(message));
  WriteEffective(writer, accepted, call.died ? "" : call.text);
  writer.EndObject();
  std::cout << answer.GetString() << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "--call" && argc > 2) return Call(argv[2]);
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  oracle::HearLog(KeepLine);
  // Without this every call would start the library and stop it again, at 20 times the cost.
  grpc_init();
  for (std::string line; std::getline(std::cin, line);) {
    Answer(line, mode == "--apply");
    if (std::cin.rdbuf()->in_avail() <= 0) std::cout.flush();
  }
  std::cout.flush();
  grpc_shutdown();
}
