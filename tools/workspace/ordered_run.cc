#include "tools/workspace/ordered_run.h"

#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace grpcfg {
namespace {

class OrderedRun {
 public:
  OrderedRun(size_t jobs, size_t slots, const OrderedSteps& steps)
      : jobs_(jobs), steps_(steps), is_done_(slots) {}

  void Run();

 private:
  void RunThread();
  void WorkAll();
  bool Take(size_t& slot);
  void Deliver(size_t done_slot);
  void Stop(std::unique_lock<std::mutex> lock);

  const size_t jobs_;
  const OrderedSteps& steps_;
  std::mutex taking_;  // held while `take` waits; before mutex_

  std::mutex mutex_;
  std::condition_variable slot_freed_;
  std::vector<bool> is_done_;  // by slot: worked on, not yet delivered
  uint64_t taken_ = 0;         // items; the slot of an item is its number modulo the slots
  uint64_t delivered_ = 0;
  bool is_delivering_ = false;
  bool stopped_ = false;
  std::exception_ptr failure_;  // the first
};

void OrderedRun::Stop(std::unique_lock<std::mutex> lock) {
  stopped_ = true;
  lock.unlock();
  slot_freed_.notify_all();
  steps_.interrupt();
}

// Waits for a free slot and for an item to put into it.
bool OrderedRun::Take(size_t& slot) {
  const std::lock_guard<std::mutex> taking(taking_);
  std::unique_lock<std::mutex> lock(mutex_);
  slot_freed_.wait(lock, [&] { return stopped_ || taken_ - delivered_ < is_done_.size(); });
  if (stopped_) return false;
  slot = taken_ % is_done_.size();
  lock.unlock();
  const bool is_taken = steps_.take(slot);
  lock.lock();
  // At the end the other threads need not try again; what was taken is still delivered.
  if (is_taken) ++taken_;
  return is_taken;
}

// Delivers whatever is next in order. If another thread is doing so, it will see what is done here,
// so no thread waits.
void OrderedRun::Deliver(size_t done_slot) {
  std::unique_lock<std::mutex> lock(mutex_);
  is_done_[done_slot] = true;
  if (is_delivering_) return;
  is_delivering_ = true;
  for (size_t slot = delivered_ % is_done_.size(); is_done_[slot] && !stopped_;
       slot = delivered_ % is_done_.size()) {
    lock.unlock();
    const bool go_on = steps_.deliver(slot);
    lock.lock();
    is_done_[slot] = false;
    ++delivered_;
    slot_freed_.notify_one();  // only who holds taking_ waits
    if (!go_on) return Stop(std::move(lock));
  }
  is_delivering_ = false;
}

void OrderedRun::WorkAll() {
  for (size_t slot = 0; Take(slot);) {
    steps_.work(slot);
    Deliver(slot);
  }
}

void OrderedRun::RunThread() {
  try {
    WorkAll();
  } catch (...) {  // a full memory; our code throws nothing
    std::unique_lock<std::mutex> lock(mutex_);
    if (failure_ == nullptr) failure_ = std::current_exception();
    Stop(std::move(lock));
  }
}

void OrderedRun::Run() {
  {
    std::vector<std::jthread> threads;
    try {
      while (threads.size() + 1 < jobs_) threads.emplace_back([this] { RunThread(); });
    } catch (const std::system_error&) {
      // As many as the system gives: the result is the same.
    }
    RunThread();
  }
  if (failure_ != nullptr) std::rethrow_exception(failure_);
}

// True if the address space is limited to less than the largest text takes. One thread would take
// what another has found to be free for its text, and neither RapidJSON nor a hash table of Abseil
// survives an allocation that fails.
bool IsMemoryShort() {
  constexpr rlim_t kEnough = rlim_t{4} << 30;
  struct rlimit limit = {};
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < kEnough;
}

}  // namespace

// Not std::thread::hardware_concurrency: glibc 2.36 counts all cores that are online, and batch
// systems and containers give a job some of them.
size_t UsableCores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  const bool is_known = sched_getaffinity(0, sizeof(cores), &cores) == 0 && CPU_COUNT(&cores) > 0;
  if (is_known) return static_cast<size_t>(CPU_COUNT(&cores));
  return std::max(1U, std::thread::hardware_concurrency());  // more cores than a set has
}

void RunInOrder(size_t jobs, size_t slots, const OrderedSteps& steps) {
  OrderedRun(IsMemoryShort() ? 1 : jobs, slots, steps).Run();
}

}  // namespace grpcfg
