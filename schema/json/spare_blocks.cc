#include "schema/json/spare_blocks.h"

#include <algorithm>
#include <array>
#include <cstdint>
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

// Never destroyed, for it is asked as long as its thread runs, after all destructors.
constinit thread_local std::array<Shelf, kClasses> shelves = {};

enum class State : uint8_t { kNotOpen, kOpen, kClosed };
constinit thread_local State state = State::kNotOpen;

// An address as it stands in a block: not as itself, as in the lists of glibc, so that who can write
// a freed block does not thereby know how to lead to another one.
void* Masked(void* address, const void* block) {
  return reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(address) ^
                                 (reinterpret_cast<uintptr_t>(block) >> 12));
}

void* TakeFrom(Shelf& shelf) {
  void* const block = shelf.top;
  if (block == nullptr) return nullptr;
  void* next = nullptr;
  std::memcpy(&next, block, sizeof(next));
  shelf.top = Masked(next, block);
  ++shelf.room;
  return block;
}

// Gives all back when the thread ends.
class Closer {
 public:
  Closer() = default;
  Closer(const Closer&) = delete;
  Closer& operator=(const Closer&) = delete;
  ~Closer() {
    state = State::kClosed;
    for (Shelf& shelf : shelves) {
      while (void* const block = TakeFrom(shelf)) ::operator delete(block);
      shelf.room = 0;
    }
  }

  // Whoever calls it has the object made, and so destroyed.
  void Begin() {}
};
thread_local Closer closer;

// Makes room. False: that was done before.
bool Open() {
  if (state != State::kNotOpen) return false;
  state = State::kOpen;
  closer.Begin();
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
  void* const next = Masked(shelf.top, block);
  std::memcpy(block, &next, sizeof(next));
  shelf.top = block;
  --shelf.room;
  return true;
}

}  // namespace grpcfg
