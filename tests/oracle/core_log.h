// What gRPC C-core logs: with a function of its own until 1.66, with Abseil's log since then.
#ifndef GRPCFG_TESTS_ORACLE_CORE_LOG_H_
#define GRPCFG_TESTS_ORACLE_CORE_LOG_H_

#include <grpc/support/log.h>
#include <grpcpp/version_info.h>

#include "absl/strings/string_view.h"

#if GRPC_CPP_VERSION_MINOR >= 67
#include "absl/base/log_severity.h"
#include "absl/log/globals.h"
#include "absl/log/log_entry.h"
#include "absl/log/log_sink.h"
#include "absl/log/log_sink_registry.h"
#endif

namespace oracle {

using Hear = void (*)(absl::string_view message, bool is_error);

#if GRPC_CPP_VERSION_MINOR >= 67

class Ear : public absl::LogSink {
 public:
  explicit Ear(Hear hear) : hear_(hear) {}
  void Send(const absl::LogEntry& entry) override {
    hear_(entry.text_message(), entry.log_severity() == absl::LogSeverity::kError);
  }

 private:
  const Hear hear_;
};

// From now on; for the rest of the process.
inline void HearLog(Hear hear) {
  absl::SetStderrThreshold(absl::LogSeverityAtLeast::kInfinity);
  absl::AddLogSink(new Ear(hear));
}

#else

inline Hear log_hear = nullptr;

inline void HearLine(gpr_log_func_args* line) {
  log_hear(line->message, line->severity == GPR_LOG_SEVERITY_ERROR);
}

// From now on; for the rest of the process.
inline void HearLog(Hear hear) {
  log_hear = hear;
  gpr_set_log_function(HearLine);
  gpr_set_log_verbosity(GPR_LOG_SEVERITY_DEBUG);
}

#endif

}  // namespace oracle

#endif  // GRPCFG_TESTS_ORACLE_CORE_LOG_H_
