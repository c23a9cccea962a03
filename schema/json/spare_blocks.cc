#include "schema/json/spare_blocks.h"

#include <array>
#include <new>

namespace grpcfg {
namespace {

constexpr size_t kClasses = SpareClassOf(kMostSpareBytes).index + 1;
constexpr size_t kEach = 4;  // a document and the trial of its fixes have so many of one size

struct Shelf {
  std::array<void*, kEach> blocks;
  size_t count;
};

// Never destroyed, for it is asked as long as its thread runs, after all destructors.
constinit thread_local std::array<Shelf, kClasses> shelves = {};
constinit thread_local bool is_closed = false;

// Gives all back when the thread ends.
class Closer {
 public:
  Closer() = default;
  Closer(const Closer&) = delete;
  Closer& operator=(const Closer&) = delete;
  ~Closer() {
    is_closed = true;
    for (Shelf& shelf : shelves) {
      while (shelf.count > 0) ::operator delete(shelf.blocks[--shelf.count]);
    }
  }

  // Whoever calls it has the object made, and so destroyed.
  void Begin() {}
};
thread_local Closer closer;

}  // namespace

void* TakeSpare(size_t bytes) {
  Shelf& shelf = shelves[SpareClassOf(bytes).index];
  return shelf.count > 0 ? shelf.blocks[--shelf.count] : nullptr;
}

bool KeepSpare(void* block, size_t bytes) {
  Shelf& shelf = shelves[SpareClassOf(bytes).index];
  if (is_closed || shelf.count == shelf.blocks.size()) return false;
  closer.Begin();
  shelf.blocks[shelf.count++] = block;
  return true;
}

}  // namespace grpcfg
