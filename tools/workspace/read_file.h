// Whole files into memory, at the cost of open, fstat, read and close.
// Promise: no input above 256 MiB is ever held, and a failure says thing, cause and remedy.
// The pure libraries (schema, validator, rules) do not include it: they take text or a reader
// function as an argument.
#ifndef GRPCFG_TOOLS_WORKSPACE_READ_FILE_H_
#define GRPCFG_TOOLS_WORKSPACE_READ_FILE_H_

#include <sys/types.h>

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

// The largest input: 256 MiB, so that every offset fits the 32 bits of a span.
inline constexpr size_t kMaxFileBytes = size_t{256} << 20;

// Why an input is not reported on, after its name.
inline constexpr absl::string_view kIsTooLarge = "it is larger than 256 MiB; split it";
inline constexpr absl::string_view kHasNoMemory =
    "there is not enough memory for it; split it, or provide more memory";

// True if there is room for all that may be worked out about a text of that many bytes, findings
// included. A small one always has it. To be called first: a hash table of Abseil is broken once an
// allocation failed in it.
bool HasMemoryFor(size_t text_bytes);

// Takes a path: regular file, FIFO (waits for its writer), /dev/stdin, /proc and the like.
// Returns its bytes. Errors: kResourceExhausted above kMaxFileBytes (a regular file is then not
// read at all) and without HasMemoryFor it, kFailedPrecondition for a directory, kInvalidArgument
// for a path with a NUL byte, else the code of the system call that failed.
absl::StatusOr<std::string> ReadFile(const std::string& path);

// The same for a regular file only. Errors: FailedPrecondition for a pipe or a device, which is not
// waited for.
absl::StatusOr<std::string> ReadRegularFile(const std::string& path);

// Returns what is left on standard input up to its end; a non-blocking one is waited for.
// Same limit and errors as ReadFile.
absl::StatusOr<std::string> ReadStdin();

// One read() of at most `count` bytes that survives signals and waits on a descriptor that another
// process made non-blocking. Returns how many there were, 0 at the end, -1 with errno set on
// failure.
ssize_t ReadSome(int descriptor, char* to, size_t count);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_READ_FILE_H_
