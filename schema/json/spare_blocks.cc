#include "schema/json/spare_blocks.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace grpcfg {
namespace {

constexpr size_t kClasses = SpareClassOf(kMostSpareBytes).index + 1;

// How many blocks of a size are kept. A document and the trial of its fixes have four large ones.
constexpr size_t RoomFor(size_t bytes) {
  constexpr size_t kBytesOfClass = size_t{16} << 10;
  return std::clamp(kBytesOfClass / bytes, size_t{4}, size_t{128});
}

// The blocks of a class. Each begins with where the next one is.
struct Shelf {
  void* top;
  size_t room;  // for so many more
};

// Never destroyed, for it is asked as long as its thread runs.
constinit thread_local std::array<Shelf, kClasses> shelves = {};

constinit thread_local bool was_opened = false;  // and perhaps closed again, for good

// An address as it stands in a block: not as itself, as in the lists of glibc, so that who can
// write a freed block does not thereby know how to lead to another one.
void* Masked(void* address, const void* block) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): what the heap gave goes there and back
  return reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(address) ^
                                 (reinterpret_cast<uintptr_t>(block) >> 12));
}

void* TakeFrom(Shelf& shelf) {
  void* const block = shelf.top;
  if (block == nullptr) return nullptr;
  void* masked = nullptr;
  std::memcpy(&masked, block, sizeof(masked));
  void* const next = Masked(masked, block);
  // Somebody wrote into a freed block.
  if (reinterpret_cast<uintptr_t>(next) % __STDCPP_DEFAULT_NEW_ALIGNMENT__ != 0) std::abort();
  shelf.top = next;
  ++shelf.room;
  return block;
}

void Close(void* /*shelves*/) {
  GiveSparesBack();
  for (Shelf& shelf : shelves) shelf.room = 0;
}

// Has Close called when the thread ends, after its destructors. A thread_local object would do so
// as well, but takes memory for it, and ends the process where there is none.
bool WillBeClosed() {
  static pthread_key_t key = {};
  static const bool kHasKey = pthread_key_create(&key, Close) == 0;
  return kHasKey && pthread_setspecific(key, shelves.data()) == 0;
}

// Makes room. False: that was done before, or cannot be.
bool Open() {
  if (was_opened || !WillBeClosed()) return false;
  was_opened = true;
  for (size_t bytes = 1; bytes <= kMostSpareBytes;) {
    const SpareClass its = SpareClassOf(bytes);
    shelves[its.index].room = RoomFor(its.bytes);
    bytes = its.bytes + 1;
  }
  return true;
}

}  // namespace

void* TakeSpare(size_t bytes) { return TakeFrom(shelves[SpareClassOf(bytes).index]); }

bool KeepSpare(void* block, size_t bytes) {
  Shelf& shelf = shelves[SpareClassOf(bytes).index];
  if (shelf.room == 0 && !Open()) return false;
  if (block == shelf.top) std::abort();  // freed twice
  void* const masked = Masked(shelf.top, block);
  std::memcpy(block, &masked, sizeof(masked));
  shelf.top = block;
  --shelf.room;
  return true;
}

bool GiveSparesBack() {
  bool has_some = false;
  for (Shelf& shelf : shelves) {
    while (void* const block = TakeFrom(shelf)) {
      ::operator delete(block);
      has_some = true;
    }
  }
  return has_some;
}

}  // namespace grpcfg
