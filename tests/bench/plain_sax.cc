#include "tests/bench/plain_sax.h"

// The project compiles RapidJSON with SSE2; its templates must not be mixed with these.
#undef RAPIDJSON_SSE2
#define RAPIDJSON_NAMESPACE plain_rapidjson
#define RAPIDJSON_NAMESPACE_BEGIN namespace plain_rapidjson {
#define RAPIDJSON_NAMESPACE_END }
#include "rapidjson/reader.h"

namespace grpcfg {

bool PlainSax(const std::string& text) {
  plain_rapidjson::StringStream stream(text.c_str());
  plain_rapidjson::BaseReaderHandler<> handler;
  plain_rapidjson::Reader reader;
  return !reader.Parse(stream, handler).IsError();
}

}  // namespace grpcfg
