#include "tools/workspace/ordered_run.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <new>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

constexpr int kItems = 2000;
constexpr std::array<size_t, 4> kJobs = {1, 2, 3, 8};

size_t SlotsFor(size_t jobs) { return 4 * jobs; }

// Takes 0, 1, 2 and so on, and keeps what it delivers.
class Numbers {
 public:
  explicit Numbers(size_t jobs) : Numbers(jobs, SlotsFor(jobs)) {}
  Numbers(size_t jobs, size_t slots) : jobs_(jobs), slots_(slots) {}

  void Run() {
    RunInOrder(jobs_, slots_.size(),
               {.take = [&](size_t slot) { return Take(slots_[slot]); },
                .work = [&](size_t slot) { work(slots_[slot]); },
                .deliver = [&](size_t slot) { return Deliver(slots_[slot]); },
                .interrupt = [&] { is_interrupted = true; }});
  }

  std::function<void(int)> work = [](int) {};
  int deliveries = kItems;  // then it ends
  std::atomic<size_t> taken = 0;
  std::vector<int> delivered;
  std::atomic<bool> is_interrupted = false;

 private:
  bool Take(int& item) {
    if (taken == kItems) return false;
    item = static_cast<int>(taken++);
    return true;
  }
  bool Deliver(int item) {
    delivered.push_back(item);
    return std::cmp_less(delivered.size(), deliveries);
  }

  const size_t jobs_;
  std::vector<int> slots_;
};

std::vector<int> FirstNumbers(int count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

TEST(OrderedRunTest, FewSlots) {
  for (const auto& [jobs, slots] : std::vector<std::pair<size_t, size_t>>{{1, 1}, {3, 1}, {3, 2}}) {
    Numbers numbers(jobs, slots);
    numbers.deliveries = kItems + 1;
    numbers.Run();
    EXPECT_EQ(numbers.delivered, FirstNumbers(kItems)) << jobs << " with " << slots;
  }
}

TEST(OrderedRunTest, DeliversInTheOrderOfTaking) {
  for (const size_t jobs : kJobs) {
    Numbers numbers(jobs);
    std::atomic<int> worked = 0;
    numbers.work = [&](int item) {
      if (item % 7 == 0) std::this_thread::yield();
      ++worked;
    };
    numbers.deliveries = kItems + 1;
    numbers.Run();
    EXPECT_EQ(numbers.delivered, FirstNumbers(kItems)) << jobs;
    EXPECT_EQ(worked, kItems) << jobs;
    EXPECT_FALSE(numbers.is_interrupted) << jobs;
  }
}

// With two threads one is stuck at the first item until the other one has filled all slots.
TEST(OrderedRunTest, ASlowItemHoldsUpNoMoreThanTheSlots) {
  Numbers numbers(2);
  numbers.deliveries = kItems + 1;
  numbers.work = [&](int item) {
    if (item > 0) return;
    while (numbers.taken < SlotsFor(2)) std::this_thread::yield();
    std::this_thread::yield();  // a chance to go wrong
    EXPECT_EQ(numbers.taken.load(), SlotsFor(2));
  };
  numbers.Run();
  EXPECT_EQ(numbers.delivered, FirstNumbers(kItems));
}

TEST(OrderedRunTest, EndsEarly) {
  for (const size_t jobs : kJobs) {
    Numbers numbers(jobs);
    numbers.deliveries = 10;
    numbers.Run();
    EXPECT_EQ(numbers.delivered, FirstNumbers(10)) << jobs;
    EXPECT_TRUE(numbers.is_interrupted) << jobs;
    EXPECT_LE(numbers.taken.load(), 10 + SlotsFor(jobs)) << jobs;
  }
}

TEST(OrderedRunTest, PassesOnWhatAStepThrows) {
  for (const size_t jobs : kJobs) {
    Numbers numbers(jobs);
    numbers.work = [](int item) {
      if (item == 100) throw std::bad_alloc();
    };
    EXPECT_THROW(numbers.Run(), std::bad_alloc) << jobs;
    EXPECT_EQ(numbers.delivered, FirstNumbers(static_cast<int>(numbers.delivered.size())));
    EXPECT_LE(numbers.delivered.size(), 100U) << jobs;
  }
}

TEST(OrderedRunTest, OneJobIsNoOtherThread) {
  Numbers numbers(1);
  const std::thread::id here = std::this_thread::get_id();
  numbers.work = [&](int) { EXPECT_EQ(std::this_thread::get_id(), here); };
  numbers.Run();
}

// The second item comes only after the first was delivered.
TEST(OrderedRunTest, DoesNotWaitForMoreToDeliver) {
  std::mutex mutex;
  std::condition_variable changed;
  int taken = 0;
  int delivered = 0;
  RunInOrder(2, SlotsFor(2),
             {.take =
                  [&](size_t) {
                    std::unique_lock<std::mutex> lock(mutex);
                    changed.wait(lock, [&] { return delivered == taken; });
                    return taken < 100 && ++taken > 0;
                  },
              .work = [](size_t) {},
              .deliver =
                  [&](size_t) {
                    const std::lock_guard<std::mutex> lock(mutex);
                    ++delivered;
                    changed.notify_all();
                    return true;
                  },
              .interrupt = [] {}});
  EXPECT_EQ(delivered, 100);
}

TEST(OrderedRunTest, ThereIsACore) { EXPECT_GE(UsableCores(), 1U); }

}  // namespace
}  // namespace grpcfg
