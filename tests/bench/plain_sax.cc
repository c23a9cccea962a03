#include "tests/bench/plain_sax.h"

#include "rapidjson/reader.h"

namespace grpcfg {

bool PlainSax(const std::string& text) {
  rapidjson::StringStream stream(text.c_str());
  rapidjson::BaseReaderHandler<> handler;
  rapidjson::Reader reader;
  return !reader.Parse(stream, handler).IsError();
}

}  // namespace grpcfg
