// The entry of the program that is shipped. A run takes a page fault for each page that it is the
// first to touch, some two hundred of them before it has read a file, and where machines are nested
// another fault below that: more than half of the time of a small run. So before anything else the
// program puts itself into huge pages, and goes on where programs begin.
//
// - Code and constants are mapped again, with the zeros that the file has behind them, so that the
//   page cache can map them in huge pages, as far as it has some.
// - Data is read anew into two huge pages: constants that are relocated, which the C library makes
//   read-only as a whole, and variables with the first blocks of memory (large_blocks.cc).
//
// What cannot be had is done without: huge pages, /proc, requests that an old kernel does not know.
// Sources: madvise(2), MADV_POPULATE_READ and MADV_POPULATE_WRITE; mmap(2), MAP_FIXED_NOREPLACE;
// ELF-64, program headers; the linker script of GNU ld, for the order of sections.
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstdint>

#include "schema/json/huge_pages.h"

extern "C" {

// The linker's name for the first byte of the program in memory.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

// Behind the last constant that is relocated: tools/CMakeLists.txt.
// NOLINTNEXTLINE(readability-identifier-naming)
extern const char grpcfg_end_of_relocated[] __attribute__((visibility("hidden")));

// Behind all variables: below.
// NOLINTNEXTLINE(readability-identifier-naming)
extern const char grpcfg_first_block[] __attribute__((visibility("hidden")));

}  // extern "C"

namespace {

using grpcfg::kHugePageBytes;

constexpr uintptr_t kPageBytes = 4096;
constexpr uintptr_t kStackBytes = 6 * kPageBytes;          // more than a small run needs
constexpr uintptr_t kLeastConstants = kHugePageBytes / 4;  // that are worth a huge page
constexpr uintptr_t kBeginningBytes = 1024;                // headers and notes
constexpr uintptr_t kInPlace = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
constexpr uintptr_t kNoFile = -1;
constexpr uintptr_t kCouldNotRun = 2;

constexpr uintptr_t RoundDown(uintptr_t address, uintptr_t to) { return address & -to; }
constexpr uintptr_t RoundUp(uintptr_t address, uintptr_t to) { return (address + to - 1) & -to; }

uintptr_t AddressOf(const void* place) { return reinterpret_cast<uintptr_t>(place); }

struct Arguments {
  uintptr_t first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0;
};

// A call of the kernel: the C library cannot be called before its own relocations. Errors are the
// last page of numbers.
uintptr_t Call(uintptr_t number, const Arguments& arguments) {
  uintptr_t result = number;
  register uintptr_t fourth asm("r10") = arguments.fourth;
  register uintptr_t fifth asm("r8") = arguments.fifth;
  register uintptr_t sixth asm("r9") = arguments.sixth;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(arguments.first), "S"(arguments.second), "d"(arguments.third), "r"(fourth),
                 "r"(fifth), "r"(sixth)
               : "rcx", "r11", "memory");
  return result;
}

bool IsError(uintptr_t result) { return result > -kPageBytes; }

void Advise(uintptr_t begin, uintptr_t end, uintptr_t advice) {
  Call(SYS_madvise, {begin, end - begin, advice});
}

// A segment of the program, where it is in memory, and the file that it comes from.
struct Segment {
  uintptr_t begin, end_of_file, end;
  uintptr_t access;  // PROT_...
  uintptr_t file;
  uintptr_t begin_in_file;

  // Where in the file stands what is at `address`.
  [[nodiscard]] uintptr_t OffsetOf(uintptr_t address) const {
    return begin_in_file + (address - begin);
  }

  // Maps [from, to) from the file. False: it is not there.
  [[nodiscard]] bool Map(uintptr_t from, uintptr_t to, uintptr_t how) const {
    const Arguments arguments = {from, to - from, access, MAP_PRIVATE | how, file, OffsetOf(from)};
    return Call(SYS_mmap, arguments) == from;
  }

  // Reads [from, to) from the file. False: not all of it is there.
  [[nodiscard]] bool Read(uintptr_t from, uintptr_t to) const {
    return Call(SYS_pread64, {file, from, to - from, OffsetOf(from)}) == to - from;
  }
};

// What is behind the constants is mapped only if nobody else is there.
void PopulateConstants(const Segment& constants) {
  const uintptr_t begin = RoundDown(constants.begin, kPageBytes);
  uintptr_t end = RoundUp(constants.end, kPageBytes);
  const uintptr_t full = RoundUp(end, kHugePageBytes);
  if (end - begin >= kLeastConstants && constants.Map(end, full, MAP_FIXED_NOREPLACE) &&
      constants.Map(begin, full, MAP_FIXED)) {
    end = full;
  }
  Advise(begin, end, MADV_POPULATE_READ);
}

// Maps those pages of the data anew, as huge pages, that fill some, and reads what the file has for
// them: constants, zeros up to the next huge page, and variables. False: all is as it was.
bool MoveToHugePages(const Segment& data) {
  const uintptr_t begin = RoundUp(data.begin, kHugePageBytes);
  const uintptr_t end = RoundDown(data.end, kHugePageBytes);
  const uintptr_t behind_constants = AddressOf(grpcfg_end_of_relocated);
  const uintptr_t variables = RoundUp(behind_constants, kHugePageBytes);
  const Arguments arguments = {begin, end - begin, PROT_READ | PROT_WRITE, kInPlace, kNoFile};
  if (data.file == kNoFile || Call(SYS_mmap, arguments) != begin) return false;
  Advise(begin, end, MADV_HUGEPAGE);
  const bool is_read = data.Read(begin, behind_constants) && data.Read(variables, data.end_of_file);
  if (!is_read) Call(SYS_exit_group, {kCouldNotRun});
  return true;
}

// What is left in small pages.
void PopulateData(const Segment& data) {
  const uintptr_t end = MoveToHugePages(data) ? RoundUp(data.begin, kHugePageBytes)
                                              : RoundUp(AddressOf(grpcfg_first_block), kPageBytes);
  Advise(RoundDown(data.begin, kPageBytes), end, MADV_POPULATE_WRITE);
}

// std::equal calls the C library.
bool AreEqual(const char* a, const char* b) {
  for (uintptr_t i = 0; i < kBeginningBytes; ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

// The file of the program, or kNoFile. Its beginning, which has the build's own number, must be
// what is in memory: under some emulators /proc is about another one.
uintptr_t OpenProgram() {
  constexpr char kProgram[] = "/proc/self/exe";
  const uintptr_t file = Call(SYS_open, {AddressOf(kProgram), O_RDONLY | O_CLOEXEC});
  if (IsError(file)) return kNoFile;
  char beginning[kBeginningBytes];
  const uintptr_t read = Call(SYS_pread64, {file, AddressOf(beginning), kBeginningBytes});
  const auto* const program = reinterpret_cast<const char*>(&__ehdr_start);
  if (read == kBeginningBytes && AreEqual(program, beginning)) {
    return file;
  }
  Call(SYS_close, {file});
  return kNoFile;
}

void PopulateStack() {
  const uintptr_t end = RoundDown(AddressOf(__builtin_frame_address(0)), kPageBytes);
  Advise(end - kStackBytes, end, MADV_POPULATE_WRITE);
}

}  // namespace

extern "C" {

// Called by the assembler code below.
__attribute__((used, visibility("hidden"))) void PopulateFirstPages() {
  PopulateStack();
  const uintptr_t file = OpenProgram();
  const uintptr_t base = AddressOf(&__ehdr_start);
  const auto* const headers = reinterpret_cast<const ElfW(Phdr)*>(
      reinterpret_cast<const char*>(&__ehdr_start) + __ehdr_start.e_phoff);
  for (int i = 0; i < __ehdr_start.e_phnum; ++i) {
    const ElfW(Phdr)& header = headers[i];
    if (header.p_type != PT_LOAD) continue;
    const uintptr_t begin = base + header.p_vaddr;
    const uintptr_t access = PROT_READ | ((header.p_flags & PF_X) != 0 ? PROT_EXEC : 0U);
    const Segment segment = {begin, begin + header.p_filesz, begin + header.p_memsz, access,
                             file,  header.p_offset};
    (header.p_flags & PF_W) != 0 ? PopulateData(segment) : PopulateConstants(segment);
  }
  if (file != kNoFile) Call(SYS_close, {file});
}

}  // extern "C"

// Two words on the stack keep it aligned; rdx is what the kernel hands to _start.
//
// .jcr comes right before the constants that are relocated, and nothing else is in it today: so
// these begin with a huge page, as variables do, behind them. .lbss comes last, so that the huge
// page of the variables belongs to the program up to its end.
static_assert(kHugePageBytes == 2097152);
asm(R"(
  .text
  .globl StartWithPages
  .hidden StartWithPages
  .type StartWithPages, @function
StartWithPages:
  .cfi_startproc
  .cfi_undefined rip
  endbr64
  pushq %rdx
  pushq %rdx
  call PopulateFirstPages
  popq %rdx
  popq %rdx
  jmp _start
  .cfi_endproc
  .size StartWithPages, .-StartWithPages

  .section .jcr, "aw", @progbits
  .balign 2097152
  .quad 0

  .section .lbss, "aw", @nobits
  .globl grpcfg_first_block
  .hidden grpcfg_first_block
  .type grpcfg_first_block, @object
  .size grpcfg_first_block, 2097152
  .balign 16
grpcfg_first_block:
  .zero 2097152
)");
