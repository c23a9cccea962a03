// The entry of the program that is shipped. A run takes a page fault for each page that it is the
// first to touch, some two hundred of them before it has read a file, and where machines are nested
// another fault below that: more than half of the time of a small run. So before anything else the
// program puts itself into huge pages, and goes on where programs begin.
//
// - Code and constants are mapped again, with the zeros that the file has behind them, so that the
//   page cache can map them in huge pages, as far as it has some.
// - Data is moved to two huge pages of its own: constants that are relocated, which the C library
//   makes read-only as a whole, and variables with the first blocks of memory (large_blocks.cc).
//
// What cannot be had is done without: huge pages, /proc, requests that an old kernel does not know.
// Sources: madvise(2), MADV_POPULATE_READ and MADV_POPULATE_WRITE; mmap(2), MAP_FIXED_NOREPLACE;
// mremap(2); ELF-64, program headers; the linker script of GNU ld, for the order of sections.
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
extern char grpcfg_first_block[] __attribute__((visibility("hidden")));

}  // extern "C"

namespace {

using grpcfg::kHugePageBytes;

constexpr uintptr_t kPageBytes = 4096;
constexpr uintptr_t kStackBytes = 8 * kPageBytes;          // more than a small run needs
constexpr uintptr_t kLeastConstants = kHugePageBytes / 4;  // that are worth a huge page
constexpr uintptr_t kNowhere = 0;
constexpr uintptr_t kNoFile = -1;

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

bool Advise(uintptr_t begin, uintptr_t end, uintptr_t advice) {
  return !IsError(Call(SYS_madvise, {begin, end - begin, advice}));
}

void Unmap(uintptr_t begin, uintptr_t end) {
  if (begin < end) Call(SYS_munmap, {begin, end - begin});
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

  // Reads what the file has for [from, to) to `place`. False: it has not.
  [[nodiscard]] bool Read(uintptr_t from, uintptr_t to, uintptr_t place) const {
    return Call(SYS_pread64, {file, place, to - from, OffsetOf(from)}) == to - from;
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

// Memory of whole huge pages, or kNowhere.
uintptr_t MapHugePages(uintptr_t bytes) {
  const uintptr_t room_bytes = bytes + kHugePageBytes;  // some of it lies between huge pages
  const uintptr_t room = Call(SYS_mmap, {kNowhere, room_bytes, PROT_READ | PROT_WRITE,
                                         MAP_PRIVATE | MAP_ANONYMOUS, kNoFile});
  if (IsError(room)) return kNowhere;
  const uintptr_t block = RoundUp(room, kHugePageBytes);
  Unmap(room, block);
  Unmap(block + bytes, room + room_bytes);
  if (Advise(block, block + bytes, MADV_HUGEPAGE)) return block;
  Unmap(block, block + bytes);
  return kNowhere;
}

// Fills a block with what the data has from `begin` on: constants, zeros up to the next huge page,
// and variables.
bool FillBlock(const Segment& data, uintptr_t begin, uintptr_t block) {
  const uintptr_t end = AddressOf(grpcfg_end_of_relocated);
  const uintptr_t variables = RoundUp(end, kHugePageBytes);
  return data.Read(begin, end, block) &&
         data.Read(variables, data.end_of_file, block + (variables - begin));
}

// Moves those pages of the data to huge ones that fill them. True if it did.
bool MoveToHugePages(const Segment& data) {
  const uintptr_t begin = RoundUp(data.begin, kHugePageBytes);
  const uintptr_t bytes = RoundDown(data.end, kHugePageBytes) - begin;
  const uintptr_t block = MapHugePages(bytes);
  if (block == kNowhere) return false;
  if (FillBlock(data, begin, block)) {
    const uintptr_t how = MREMAP_MAYMOVE | MREMAP_FIXED;
    if (!IsError(Call(SYS_mremap, {block, bytes, bytes, how, begin}))) return true;
  }
  Unmap(block, block + bytes);
  return false;
}

// What is left in small pages.
void PopulateData(const Segment& data) {
  const uintptr_t end = MoveToHugePages(data) ? RoundUp(data.begin, kHugePageBytes)
                                              : RoundUp(AddressOf(grpcfg_first_block), kPageBytes);
  Advise(RoundDown(data.begin, kPageBytes), end, MADV_POPULATE_WRITE);
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
  constexpr char kProgram[] = "/proc/self/exe";
  const uintptr_t file = Call(SYS_open, {AddressOf(kProgram), O_RDONLY | O_CLOEXEC});
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
  if (!IsError(file)) Call(SYS_close, {file});
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
