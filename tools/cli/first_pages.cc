// The entry of the program that is shipped. A run takes a page fault for each page that it is the
// first to touch, some two hundred of them before it has read a file, and where machines are nested
// another fault below that: more than half of the time of a small run. So before anything else the
// program puts itself into huge pages, and goes on where programs begin.
//
// - Code and constants are mapped again, with what the file has behind them, so that the page cache
//   can map them in huge pages, as far as it has some. None are asked for: where it has small ones,
//   as of a program that was copied or installed, that would take longer than a small run.
// - Constants that are relocated are read again into a huge page, and relocated here and at once.
//   Behind them the linker left the page empty: there are the first blocks of memory, see
//   first_block.h. The C library then makes the constants read-only, for which the kernel parts the
//   page into small ones; but all of them are there.
// - Variables are few, and in small pages, all of which are asked for.
//
// Whatever is missing is done without: huge pages, /proc, requests that an old kernel does not
// know. So is all of it on kernels that load static programs at any page, as most did before 6.10;
// there pages are only asked for at once.
//
// A debugger that sets breakpoints before the program runs loses them when code is mapped again: it
// has to set those of the processor (`hbreak` of gdb), or use another build.
//
// Sources: madvise(2), MADV_POPULATE_WRITE; mmap(2), MAP_FIXED_NOREPLACE; getauxval(3), AT_PHDR;
// ELF-64, program headers; glibc elf/dl-support.c _dl_non_dynamic_init and elf/dl-reloc.c
// _dl_protect_relro, for what becomes read-only; `ld --verbose`, for the order of sections.
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdint>

#include "schema/json/first_block.h"
#include "schema/json/huge_pages.h"

extern "C" {

// The linker's name for the first byte of the program in memory, its ELF header.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern char __ehdr_start[] __attribute__((visibility("hidden")));

// Behind the last constant that is relocated: tools/CMakeLists.txt.
// NOLINTNEXTLINE(readability-identifier-naming)
extern const char grpcfg_end_of_relocated[] __attribute__((visibility("hidden")));

}  // extern "C"

namespace {

using grpcfg::kHugePageBytes;

constexpr uintptr_t kPageBytes = 4096;
constexpr uintptr_t kStackBytes = 6 * kPageBytes;          // more than a small run needs
constexpr uintptr_t kLeastConstants = kHugePageBytes / 4;  // that are worth a huge page
constexpr uintptr_t kInPlace = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
constexpr uintptr_t kNoFile = -1;
constexpr uintptr_t kInterrupted = -EINTR;
constexpr uintptr_t kCouldNotRun = 2;  // as subcommands.h has it

constexpr uintptr_t RoundDown(uintptr_t address, uintptr_t to) { return address & -to; }
constexpr uintptr_t RoundUp(uintptr_t address, uintptr_t to) { return (address + to - 1) & -to; }

uintptr_t AddressOf(const void* place) { return reinterpret_cast<uintptr_t>(place); }

// What stands at an address of the linker's.
template <typename Type>
Type* InProgram(uintptr_t address) {
  return reinterpret_cast<Type*>(__ehdr_start + address);
}

struct Arguments {
  uintptr_t first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0;
};

// A call of the kernel: the C library cannot be called before its own relocations. The kernel
// returns an error as -4095 to -1.
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

  // Reads [from, to) from the file. False: not all of it can be read.
  [[nodiscard]] bool Read(uintptr_t from, uintptr_t to) const {
    while (from < to) {
      const uintptr_t read = Call(SYS_pread64, {file, from, to - from, OffsetOf(from)});
      if (read == 0 || (IsError(read) && read != kInterrupted)) return false;
      if (!IsError(read)) from += read;
    }
    return true;
  }
};

// A few pages come with the first one. What is behind the constants is mapped only if nobody else
// is there.
void MapInHugePages(const Segment& constants) {
  const uintptr_t begin = constants.begin;
  const uintptr_t end = RoundUp(constants.end, kPageBytes);
  const uintptr_t full = RoundUp(end, kHugePageBytes);
  const bool may_be_huge = begin % kHugePageBytes == 0 && end - begin >= kLeastConstants &&
                           constants.Map(end, full, MAP_FIXED_NOREPLACE);
  // Where that fails the constants stay as they are.
  if (may_be_huge) static_cast<void>(constants.Map(begin, full, MAP_FIXED));
}

// The writable segment. What is relocated in it, and then read-only, ends where its variables
// begin.
struct Data {
  Segment segment;
  uintptr_t variables;
  uintptr_t end_of_relocated;  // behind it there is nothing before `variables`

  // The small page behind what is relocated.
  [[nodiscard]] uintptr_t FirstBlock() const { return RoundUp(end_of_relocated, kPageBytes); }
  // The huge page of what is relocated ends where variables begin.
  [[nodiscard]] uintptr_t Huge() const { return variables - kHugePageBytes; }

  // True if what is relocated is in it, with room for the first blocks: so it is linked, but that
  // is not where every kernel loads it.
  [[nodiscard]] bool IsInHugePage() const {
    return AddressOf(__ehdr_start) % kHugePageBytes == 0 && variables % kHugePageBytes == 0 &&
           segment.begin <= Huge() && Huge() < end_of_relocated &&
           FirstBlock() + grpcfg::kFirstBytes <= variables && variables <= segment.end_of_file;
  }
};

// For a program that has lost its data.
void EndWithoutData() {
  constexpr char kMessage[] = "grpcfg: cannot read its own file; is the disk well?\n";
  Call(SYS_write, {STDERR_FILENO, AddressOf(kMessage), sizeof(kMessage) - 1});
  Call(SYS_exit_group, {kCouldNotRun});
}

// Replaces the page of what is relocated with a huge one, and reads into it what the file has for
// it. False: it did not.
bool MoveToHugePage(const Data& data) {
  const Segment& segment = data.segment;
  if (segment.file == kNoFile || !data.IsInHugePage()) return false;
  const uintptr_t begin = data.Huge();
  const Arguments arguments = {begin, kHugePageBytes, PROT_READ | PROT_WRITE, kInPlace, kNoFile};
  if (Call(SYS_mmap, arguments) != begin) return false;
  Advise(begin, data.variables, MADV_HUGEPAGE);
  // All at once where there are no huge pages.
  Advise(begin, data.end_of_relocated, MADV_POPULATE_WRITE);
  if (!segment.Read(begin, data.end_of_relocated)) EndWithoutData();
  return true;
}

// True if it is in a huge page, or would be if there were one.
bool PopulateData(const Data& data) {
  const uintptr_t begin = RoundDown(data.segment.begin, kPageBytes);
  const bool is_moved = MoveToHugePage(data);
  Advise(begin, is_moved ? data.Huge() : data.FirstBlock(), MADV_POPULATE_WRITE);
  Advise(RoundDown(data.variables, kPageBytes), RoundUp(data.segment.end, kPageBytes),
         MADV_POPULATE_WRITE);
  return is_moved;
}

// The program headers with another end of what is read-only, where they become so themselves.
constexpr uintptr_t kMostHeaders = 16;
__attribute__((section(".data.rel.ro"))) ElfW(Phdr) headers[kMostHeaders];

// Behind the arguments and the environment, each of which ends with a 0: what the kernel says of
// the program, in pairs of a kind and a value.
uintptr_t* FindHeaders(uintptr_t* stack) {
  uintptr_t* word = stack + 1 + *stack + 1;
  while (*word != 0) ++word;
  for (++word; *word != AT_NULL; word += 2) {
    if (*word == AT_PHDR) return word + 1;
  }
  return nullptr;
}

// Has the C library, which begins with `stack`, end the read-only part of the data before the first
// blocks. False: it does not.
bool KeepWritable(uintptr_t first_block, uintptr_t* stack) {
  const auto* const header = InProgram<const ElfW(Ehdr)>(0);
  uintptr_t* const given = FindHeaders(stack);
  const bool is_ours = given != nullptr && *given == AddressOf(__ehdr_start) + header->e_phoff;
  if (!is_ours || header->e_phnum > kMostHeaders) return false;
  const auto* const rows = InProgram<const ElfW(Phdr)>(header->e_phoff);
  for (uintptr_t i = 0; i < header->e_phnum; ++i) {
    if (rows[i].p_type == PT_PHDR) return false;  // says where they are
    headers[i] = rows[i];
    if (rows[i].p_type != PT_GNU_RELRO) continue;
    headers[i].p_memsz = first_block - AddressOf(__ehdr_start) - rows[i].p_vaddr;
  }
  *given = AddressOf(headers);
  return true;
}

// The file of the program, or kNoFile. Its first page, which has the number of this very build,
// must be what is in memory: under some emulators /proc is about another program.
uintptr_t OpenProgram() {
  constexpr char kProgram[] = "/proc/self/exe";
  const auto here = static_cast<uintptr_t>(AT_FDCWD);
  const uintptr_t file = Call(SYS_openat, {here, AddressOf(kProgram), O_RDONLY | O_CLOEXEC});
  if (IsError(file)) return kNoFile;
  constexpr uintptr_t kWords = kPageBytes / sizeof(uintptr_t);
  uintptr_t page[kWords];
  const auto* const own = InProgram<const uintptr_t>(0);
  bool is_ours = Call(SYS_pread64, {file, AddressOf(page), kPageBytes}) == kPageBytes;
  for (uintptr_t i = 0; i < kWords && is_ours; ++i) {
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): the kernel has filled it
    is_ours = page[i] == own[i];
  }
  if (is_ours) return file;
  Call(SYS_close, {file});
  return kNoFile;
}

// Adds the address of the program to the addresses in it, where a table says so, and empties the
// table. The C library would do the same in three times the instructions: it looks at every bit.
// Source: the generic ABI, SHT_RELR.
void Relocate(ElfW(Dyn) * row) {
  const uintptr_t base = AddressOf(__ehdr_start);
  const uintptr_t* entry = nullptr;
  ElfW(Dyn)* bytes = nullptr;
  for (; row != nullptr && row->d_tag != DT_NULL; ++row) {
    if (row->d_tag == DT_RELR) entry = InProgram<uintptr_t>(row->d_un.d_ptr);
    if (row->d_tag == DT_RELRSZ) bytes = row;
  }
  if (entry == nullptr || bytes == nullptr) return;
  constexpr int kBitsOfEntry = 63;  // the lowest says that it is bits and no offset
  uintptr_t* next = nullptr;
  for (const uintptr_t* const end = entry + bytes->d_un.d_val / sizeof(*entry); entry < end;
       ++entry) {
    if (*entry % 2 == 0) {
      next = InProgram<uintptr_t>(*entry);
      *next++ += base;
      continue;
    }
    for (uintptr_t bits = *entry >> 1; bits != 0; bits &= bits - 1) {
      next[std::countr_zero(bits)] += base;
    }
    next += kBitsOfEntry;
  }
  bytes->d_un.d_val = 0;
}

void PopulateStack() {
  const uintptr_t end = RoundDown(AddressOf(__builtin_frame_address(0)), kPageBytes);
  Advise(end - kStackBytes, end, MADV_POPULATE_WRITE);
}

}  // namespace

extern "C" {

// Called by the assembler code below. `stack`: of the program as it begins.
__attribute__((used, visibility("hidden"))) void PopulateFirstPages(uintptr_t* stack) {
  PopulateStack();
  const uintptr_t file = OpenProgram();
  const uintptr_t base = AddressOf(__ehdr_start);
  const auto* const header = InProgram<const ElfW(Ehdr)>(0);
  const auto* const rows = InProgram<const ElfW(Phdr)>(header->e_phoff);
  Data data = {{}, 0, AddressOf(grpcfg_end_of_relocated)};
  ElfW(Dyn)* dynamic = nullptr;
  for (int i = 0; i < header->e_phnum; ++i) {
    const ElfW(Phdr)& row = rows[i];
    const uintptr_t begin = base + row.p_vaddr;
    const uintptr_t access = PROT_READ | ((row.p_flags & PF_X) != 0 ? PROT_EXEC : 0U);
    const Segment segment = {begin, begin + row.p_filesz, begin + row.p_memsz, access,
                             file,  row.p_offset};
    if (row.p_type == PT_GNU_RELRO) data.variables = segment.end;
    if (row.p_type == PT_DYNAMIC) dynamic = InProgram<ElfW(Dyn)>(row.p_vaddr);
    if (row.p_type != PT_LOAD) continue;
    if ((row.p_flags & PF_W) != 0) {
      data.segment = segment;
    } else {
      MapInHugePages(segment);
    }
  }
  if (PopulateData(data) && KeepWritable(data.FirstBlock(), stack)) {
    grpcfg::program_first_block.Open(InProgram<char>(data.FirstBlock() - base),
                                     grpcfg::kFirstBytes);
  }
  Relocate(dynamic);
  if (file != kNoFile) Call(SYS_close, {file});
}

}  // extern "C"

// Two words on the stack keep it aligned; rdx is what the kernel hands to _start.
//
// ld places .jcr right before the constants that are relocated, and nobody else uses it: aligned,
// it makes them begin with a huge page, as -z max-page-size does with variables.
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
  movq %rsp, %rdi
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
)");
