// Calls of gRPC C-core to a server that answers as each call says: JSON Lines; see README.md.
#include <grpc/grpc.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <unistd.h>

#include <chrono>
#include <future>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "tests/oracle/core_log.h"

namespace {

// Longer than any call of the cases lasts that ends at all.
constexpr std::chrono::seconds kPatience{4};
// What stands for the code of a call that does not.
constexpr int kNoEnd = -1;

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

// Seconds of the monotonic clock, which the server has, too.
double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void WriteLine(const rapidjson::StringBuffer& line) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  std::cout << line.GetString() << std::endl;
}

// What C-core says of its decisions since the last time.
class Sayings {
 public:
  static void Start() {
    oracle::HearLog(Hear);
    grpc_tracer_set_enabled("retry", 1);
  }

  static std::vector<std::string> Take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return std::exchange(said_, {});
  }

 private:
  static void Hear(absl::string_view line, bool /*is_error*/) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (absl::StrContains(line, "chand=")) said_.emplace_back(line);
  }

  inline static std::mutex mutex_;
  inline static std::vector<std::string> said_;
};

void WriteNumber(Writer& writer, const char* key, double number) {
  writer.Key(key);
  writer.Double(number);
}

struct Call {
  grpc::ClientContext context;
  grpc::ByteBuffer request;
  grpc::ByteBuffer response;
  double start = 0;
  double end = 0;
  int code = kNoEnd;
  std::vector<std::string> said;
  std::promise<void> over;
};

// To `target`, whose name servers have the config; else to a port of this machine, with `config`.
std::shared_ptr<grpc::Channel> Connect(const rapidjson::Value& asked) {
  grpc::ChannelArguments arguments;
  const bool is_resolved = asked.HasMember("target");
  if (!is_resolved) arguments.SetServiceConfigJSON(asked["config"].GetString());
  arguments.SetInt(GRPC_ARG_SERVICE_CONFIG_DISABLE_RESOLUTION, is_resolved ? 0 : 1);
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 1);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  const std::string address = is_resolved
                                  ? asked["target"].GetString()
                                  : "ipv4:127.0.0.1:" + std::to_string(asked["port"].GetInt());
  auto channel = grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
  // Else the first attempt would wait for the connection.
  channel->WaitForConnected(std::chrono::system_clock::now() + std::chrono::seconds(5));
  return channel;
}

void Start(grpc::GenericStub& stub, const rapidjson::Value& asked, rapidjson::SizeType index,
           Call& call) {
  const int bytes = asked.HasMember("bytes") ? asked["bytes"][index].GetInt() : 0;
  const grpc::Slice message(std::string(static_cast<size_t>(bytes), '\0'));
  call.request = grpc::ByteBuffer(&message, 1);
  call.context.AddMetadata("live-run", asked["id"].GetString());
  call.context.AddMetadata("live-call", std::to_string(index));
  call.context.AddMetadata("live-answers", asked["answers"].GetString());
  call.start = Now();
  if (asked.HasMember("deadline")) {
    const std::chrono::duration<double> timeout(asked["deadline"].GetDouble());
    call.context.set_deadline(std::chrono::system_clock::now() +
                              std::chrono::duration_cast<std::chrono::nanoseconds>(timeout));
  }
  stub.UnaryCall(&call.context, asked["methods"][index].GetString(), {}, &call.request,
                 &call.response, [&call](const grpc::Status& status) {
                   call.end = Now();
                   call.code = status.error_code();
                   call.over.set_value();
                 });
}

// `every`: calls start at such intervals, whatever becomes of them; without it one after the other.
// They are kept, for those without an end still use what is theirs.
const std::vector<Call>& MakeCalls(const rapidjson::Value& asked) {
  grpc::GenericStub stub(Connect(asked));
  std::vector<Call>& calls = *new std::vector<Call>(asked["methods"].Size());
  Sayings::Take();
  const bool one_by_one = !asked.HasMember("every");
  for (rapidjson::SizeType i = 0; i < calls.size(); ++i) {
    Start(stub, asked, i, calls[i]);
    if (one_by_one) {
      calls[i].over.get_future().wait_for(kPatience);
      calls[i].said = Sayings::Take();
    } else {
      std::this_thread::sleep_for(std::chrono::duration<double>(asked["every"].GetDouble()));
    }
  }
  if (one_by_one) return calls;
  for (Call& call : calls) call.over.get_future().wait();
  calls.front().said = Sayings::Take();
  return calls;
}

void AnswerLine(const std::string& text) {
  rapidjson::Document asked;
  asked.Parse(text.data(), text.size());
  const std::vector<Call>& calls = MakeCalls(asked);
  rapidjson::StringBuffer line;
  Writer writer(line);
  writer.StartObject();
  writer.Key("id");
  asked["id"].Accept(writer);
  writer.Key("calls");
  writer.StartArray();
  for (const Call& call : calls) {
    writer.StartObject();
    WriteNumber(writer, "start", call.start);
    WriteNumber(writer, "end", call.end);
    writer.Key("code");
    writer.Int(call.code);
    writer.Key("said");
    writer.StartArray();
    for (const std::string& text : call.said) writer.String(text.c_str());
    writer.EndArray();
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
  WriteLine(line);
}

}  // namespace

// The main thread only watches for the end of the input, which may come in the middle of a call.
int main() {
  grpc_init();
  Sayings::Start();
  for (std::string line; std::getline(std::cin, line);) std::thread(AnswerLine, line).detach();
  _exit(0);  // the library takes its time to stop
}
