#include "tools/workspace/ordered_run.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "tools/workspace/heap.h"

namespace grpcfg {
namespace {

// What a thread needs for a few files or lines.
constexpr size_t kHeapOfThread = size_t{128} << 10;

// The cores that this thread may run on; none if there are more than a set has.
cpu_set_t OwnCores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof(cores), &cores) != 0) CPU_ZERO(&cores);
  return cores;
}

// The same without the one that it is on.
cpu_set_t OtherCores() {
  cpu_set_t cores = OwnCores();
  const int here = sched_getcpu();
  if (here >= 0 && here < CPU_SETSIZE) CPU_CLR(static_cast<size_t>(here), &cores);
  return cores;
}

// Has a thread run on `cores`, if there are any. Where it may not be placed it runs where it does:
// only time depends on it. Of a thread that is over, the C library would place this one.
void Place(std::jthread& thread, const cpu_set_t& cores) {
  if (CPU_COUNT(&cores) > 0) pthread_setaffinity_np(thread.native_handle(), sizeof(cores), &cores);
}

class OrderedRun {
 public:
  OrderedRun(size_t jobs, size_t slots, const OrderedSteps& steps)
      : jobs_(jobs), steps_(steps), is_done_(slots) {}

  void Run();

 private:
  void StartThreads(std::vector<std::jthread>& threads);
  void RunThread();
  void WorkAll();
  bool Take(size_t& slot);
  void Deliver(size_t done_slot);
  void Stop(std::unique_lock<std::mutex> lock);

  const size_t jobs_;
  const OrderedSteps& steps_;
  std::mutex placing_;  // held while threads are made, before whose end none of them ends
  std::mutex taking_;   // held while `take` waits; before mutex_

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
  // At the end the other threads need not ask again; what was taken is still delivered.
  if (is_taken) ++taken_;
  return is_taken;
}

// Delivers whatever is next in order by now. If another thread is at it, that one will see what is
// done here, so nobody waits.
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
  bool is_first = jobs_ > 1;
  for (size_t slot = 0; Take(slot);) {
    if (std::exchange(is_first, false)) PrepareHeap(kHeapOfThread);
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

// Kernels that pack threads onto few cores would have a new one wait for this thread's core, which
// is busy, longer than a short run takes, and would pack it again if it might use that core later.
void OrderedRun::StartThreads(std::vector<std::jthread>& threads) {
  const std::lock_guard<std::mutex> placing(placing_);
  const cpu_set_t others = OtherCores();
  const auto run = [this] {
    RunThread();
    const std::lock_guard<std::mutex> is_placed(placing_);
  };
  try {
    while (threads.size() + 1 < jobs_) Place(threads.emplace_back(run), others);
  } catch (const std::system_error&) {
    // As many as the system gives: the result is the same.
  }
}

void OrderedRun::Run() {
  {
    std::vector<std::jthread> threads;
    const cpu_set_t all = OwnCores();
    StartThreads(threads);
    RunThread();
    // This thread's core is theirs now, too; of those that are over, this one gets what it has.
    for (std::jthread& thread : threads) Place(thread, all);
  }
  if (failure_ != nullptr) std::rethrow_exception(failure_);
}

}  // namespace

// Not std::thread::hardware_concurrency: glibc 2.36 counts all cores that are online, and batch
// systems and containers give a job some of them.
size_t UsableCores() {
  const cpu_set_t cores = OwnCores();
  if (CPU_COUNT(&cores) > 0) return static_cast<size_t>(CPU_COUNT(&cores));
  return std::max(1U, std::thread::hardware_concurrency());  // more cores than a set has
}

void RunInOrder(size_t jobs, size_t slots, const OrderedSteps& steps) {
  OrderedRun(jobs, slots, steps).Run();
}

}  // namespace grpcfg
