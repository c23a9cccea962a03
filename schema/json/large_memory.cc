#include "schema/json/large_memory.h"

#include <sys/mman.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "schema/json/huge_pages.h"

namespace grpcfg {
namespace {

// Blocks of each size that a thread has no use for at the moment.
class SpareBlocks {
 public:
  SpareBlocks() = default;
  SpareBlocks(const SpareBlocks&) = delete;
  SpareBlocks& operator=(const SpareBlocks&) = delete;
  ~SpareBlocks() {
    for (Shelf& shelf : shelves_) {
      while (shelf.count > 0) ::operator delete(shelf.blocks[--shelf.count]);
    }
  }

  void* Take(size_t bytes) {
    Shelf& shelf = ShelfOf(bytes);
    return shelf.count > 0 ? shelf.blocks[--shelf.count] : nullptr;
  }

  bool Keep(void* block, size_t bytes) {
    Shelf& shelf = ShelfOf(bytes);
    if (shelf.count == shelf.blocks.size()) return false;
    shelf.blocks[shelf.count++] = block;
    return true;
  }

 private:
  static constexpr size_t kEach = 4;  // a document and the trial of its fixes have so many
  static constexpr size_t kSizes = std::bit_width(kMostSpareBytes / kLeastSpareBytes) - 1;

  struct Shelf {
    std::array<void*, kEach> blocks = {};
    size_t count = 0;
  };

  Shelf& ShelfOf(size_t bytes) {
    return shelves_[static_cast<size_t>(std::bit_width((bytes - 1) / kLeastSpareBytes)) - 1];
  }

  std::array<Shelf, kSizes> shelves_ = {};
};

thread_local SpareBlocks spare_blocks;

}  // namespace

void* TakeSpare(size_t bytes) { return spare_blocks.Take(bytes); }

bool KeepSpare(void* block, size_t bytes) { return spare_blocks.Keep(block, bytes); }

void* AllocateLarge(size_t bytes) {
  if (MayBeSpare(bytes)) {
    void* const spare = TakeSpare(bytes);
    return spare != nullptr ? spare : ::operator new(SpareSize(bytes));
  }
  if (bytes < kLargeBytes) return ::operator new(bytes);
  if (bytes > PTRDIFF_MAX) throw std::bad_alloc();
  const size_t pages = (bytes + kHugePageBytes - 1) / kHugePageBytes;
  void* const block = std::aligned_alloc(kHugePageBytes, pages * kHugePageBytes);
  if (block == nullptr) {  // what is left may suffice for the bytes alone
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): FreeLarge frees it as it does the other
    void* const smaller = std::malloc(bytes);
    if (smaller == nullptr) throw std::bad_alloc();
    return smaller;
  }
  // A wish: systems without huge pages answer no, and all goes on as ever.
  madvise(block, pages * kHugePageBytes, MADV_HUGEPAGE);
  return block;
}

void FreeLarge(void* block, size_t bytes) {
  if (MayBeSpare(bytes) && KeepSpare(block, bytes)) return;
  if (bytes < kLargeBytes) {
    ::operator delete(block);
  } else {
    std::free(block);  // NOLINT(cppcoreguidelines-no-malloc): what aligned_alloc gave
  }
}

}  // namespace grpcfg
