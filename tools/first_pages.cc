// The entry of the program that is shipped. A run takes a page fault for each page that it is the
// first to touch, some two hundred of them before it has read a file: half of the time of a small
// run. So it asks for code and constants at once, 9 MB, and moves its data to huge pages, of which
// two are enough: one for the constants that are relocated, which the C library makes read-only
// as a whole, and one for variables and the first blocks of memory (large_blocks.cc). Then it goes
// on where programs begin.
//
// What cannot be had is done without: huge pages, /proc, requests that an old kernel does not know.
// Sources: madvise(2), MADV_POPULATE_READ and MADV_POPULATE_WRITE; mremap(2); ELF-64, program
// headers; the linker script of GNU ld, for the order of sections.
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstddef>
#include <cstdint>

#include "schema/json/huge_pages.h"

extern "C" {

// The linker's names: the first byte of the program in memory, and the one behind the last constant
// that is relocated (tools/CMakeLists.txt).
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));
// NOLINTNEXTLINE(readability-identifier-naming)
extern const char grpcfg_end_of_relocated[] __attribute__((visibility("hidden")));

// Behind all other data, see below.
// NOLINTNEXTLINE(readability-identifier-naming)
extern char grpcfg_first_block[] __attribute__((visibility("hidden")));

}  // extern "C"

namespace {

using grpcfg::kHugePageBytes;

constexpr uintptr_t kPageBytes = 4096;
constexpr uintptr_t kStackBytes = 8 * kPageBytes;  // more than a small run needs
constexpr uintptr_t kNowhere = 0;

constexpr uintptr_t RoundDown(uintptr_t address, uintptr_t to) { return address & -to; }
constexpr uintptr_t RoundUp(uintptr_t address, uintptr_t to) { return (address + to - 1) & -to; }

uintptr_t AddressOf(const void* place) { return reinterpret_cast<uintptr_t>(place); }

struct Arguments {
  uintptr_t first = 0, second = 0, third = 0, fourth = 0, fifth = 0;
};

// The C library cannot be called before its own relocations. Negative: an error.
int64_t Call(int64_t number, const Arguments& arguments) {
  int64_t result = number;
  register uintptr_t fourth asm("r10") = arguments.fourth;
  register uintptr_t fifth asm("r8") = arguments.fifth;
  register uintptr_t offset asm("r9") = 0;  // of mmap
  asm volatile("syscall"
               : "+a"(result)
               : "D"(arguments.first), "S"(arguments.second), "d"(arguments.third), "r"(fourth),
                 "r"(fifth), "r"(offset)
               : "rcx", "r11", "memory");
  return result;
}

int64_t Advise(uintptr_t begin, uintptr_t end, uintptr_t advice) {
  return Call(SYS_madvise, {begin, end - begin, advice});
}

// Memory of whole huge pages, or kNowhere.
uintptr_t MapHugePages(uintptr_t bytes) {
  const uintptr_t room_bytes = bytes + kHugePageBytes;  // some of it lies between huge pages
  const int64_t room =
      Call(SYS_mmap, {kNowhere, room_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                      static_cast<uintptr_t>(-1)});
  if (room < 0) return kNowhere;
  const auto begin = static_cast<uintptr_t>(room);
  const uintptr_t block = RoundUp(begin, kHugePageBytes);
  if (block > begin) Call(SYS_munmap, {begin, block - begin});
  Call(SYS_munmap, {block + bytes, begin + room_bytes - block - bytes});
  if (Advise(block, block + bytes, MADV_HUGEPAGE) >= 0) return block;
  Call(SYS_munmap, {block, bytes});
  return kNowhere;
}

// The writable segment of the program, where it is in memory.
struct Data {
  uintptr_t begin, end_of_file, end;
  uintptr_t offset;  // in the file
};

// Reads what the file has of [begin, end) of the data to `to`.
bool ReadData(int64_t file, const Data& data, uintptr_t begin, uintptr_t end, uintptr_t to) {
  const uintptr_t bytes = end - begin;
  const int64_t read =
      Call(SYS_pread64,
           {static_cast<uintptr_t>(file), to, bytes, data.offset + (begin - data.begin)});
  return read == static_cast<int64_t>(bytes);
}

// Fills [begin, ...) with what the data has there: constants, zeros up to the next huge page, and
// variables.
bool FillBlock(uintptr_t block, const Data& data, uintptr_t begin) {
  constexpr char kProgram[] = "/proc/self/exe";
  const int64_t file = Call(SYS_open, {AddressOf(kProgram), O_RDONLY | O_CLOEXEC});
  if (file < 0) return false;
  const uintptr_t end = AddressOf(grpcfg_end_of_relocated);
  const uintptr_t variables = RoundUp(end, kHugePageBytes);
  const bool is_filled = ReadData(file, data, begin, end, block) &&
                         ReadData(file, data, variables, data.end_of_file, block + (variables - begin));
  Call(SYS_close, {static_cast<uintptr_t>(file)});
  return is_filled;
}

// Moves those pages of the data to huge ones that fill them. True if it did.
bool MoveToHugePages(const Data& data) {
  const uintptr_t begin = RoundUp(data.begin, kHugePageBytes);
  const uintptr_t bytes = RoundDown(data.end, kHugePageBytes) - begin;
  const uintptr_t block = MapHugePages(bytes);
  if (block == kNowhere) return false;
  if (FillBlock(block, data, begin)) {
    const uintptr_t how = MREMAP_MAYMOVE | MREMAP_FIXED;
    if (Call(SYS_mremap, {block, bytes, bytes, how, begin}) >= 0) return true;
  }
  Call(SYS_munmap, {block, bytes});
  return false;
}

void PopulateData(const Data& data) {
  const uintptr_t end = MoveToHugePages(data) ? RoundUp(data.begin, kHugePageBytes)
                                              : RoundUp(AddressOf(grpcfg_first_block), kPageBytes);
  Advise(RoundDown(data.begin, kPageBytes), end, MADV_POPULATE_WRITE);
}

}  // namespace

extern "C" {

// Called by the assembler code below.
__attribute__((used, visibility("hidden"))) void PopulateFirstPages() {
  const uintptr_t stack = RoundDown(AddressOf(__builtin_frame_address(0)), kPageBytes);
  Advise(stack - kStackBytes, stack, MADV_POPULATE_WRITE);
  const uintptr_t base = AddressOf(&__ehdr_start);
  const auto* const headers = reinterpret_cast<const ElfW(Phdr)*>(
      reinterpret_cast<const char*>(&__ehdr_start) + __ehdr_start.e_phoff);
  for (int i = 0; i < __ehdr_start.e_phnum; ++i) {
    const ElfW(Phdr)& header = headers[i];
    if (header.p_type != PT_LOAD) continue;
    const uintptr_t begin = base + header.p_vaddr;
    const uintptr_t end = begin + header.p_memsz;
    if ((header.p_flags & PF_W) != 0) {
      PopulateData({begin, begin + header.p_filesz, end, header.p_offset});
    } else {
      Advise(RoundDown(begin, kPageBytes), RoundUp(end, kPageBytes), MADV_POPULATE_READ);
    }
  }
}

}  // extern "C"

// Two words on the stack keep it aligned; rdx is what the kernel hands to _start.
//
// .jcr comes right before the constants that are relocated, and nothing else is in it today: so
// these begin with a huge page, as variables do, behind them. .lbss comes last, so that the page of
// the variables belongs to the program up to its end.
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
