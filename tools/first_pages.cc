// The entry of the program that is shipped. A run takes a page fault for each page that it is the
// first to touch, some two hundred of them before it has read a file: half of the time of a small
// run. So it asks for the whole program at once, 9 MB, and goes on where programs begin.
//
// What is relocated at the start is written anyway; code and constants lie in the page cache, or
// are read in one go. Kernels before 5.14 do not know the request, and nothing is lost.
//
// Source: madvise(2), MADV_POPULATE_READ and MADV_POPULATE_WRITE; ELF-64, program headers.
#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstdint>

namespace {

constexpr uintptr_t kPageBytes = 4096;

// The C library cannot be called before its own relocations. What it says does not matter.
void Advise(uintptr_t begin, uintptr_t end, int64_t advice) {
  int64_t call = SYS_madvise;
  asm volatile("syscall"
               : "+a"(call)
               : "D"(begin), "S"(end - begin), "d"(advice)
               : "rcx", "r11", "memory");
}

}  // namespace

extern "C" {

// The linker's name for the first byte of the program in memory.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

// Called by the assembler code below. There is no stack protector yet: it is in the thread's
// memory.
__attribute__((used, visibility("hidden"), no_stack_protector)) void PopulateFirstPages() {
  const auto base = reinterpret_cast<uintptr_t>(&__ehdr_start);
  const auto* const headers = reinterpret_cast<const ElfW(Phdr)*>(
      reinterpret_cast<const char*>(&__ehdr_start) + __ehdr_start.e_phoff);
  uintptr_t end_of_read_only = base;
  for (int i = 0; i < __ehdr_start.e_phnum; ++i) {
    const ElfW(Phdr)& header = headers[i];
    if (header.p_type != PT_LOAD) continue;
    const uintptr_t begin = (base + header.p_vaddr) & -kPageBytes;
    const uintptr_t end = (base + header.p_vaddr + header.p_memsz + kPageBytes - 1) & -kPageBytes;
    if ((header.p_flags & PF_W) != 0) {
      Advise(begin, end, MADV_POPULATE_WRITE);
    } else {
      end_of_read_only = end;
    }
  }
  Advise(base, end_of_read_only, MADV_POPULATE_READ);
}

}  // extern "C"

// Two words on the stack keep it aligned; rdx is what the kernel hands to _start.
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
)");
