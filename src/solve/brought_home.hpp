// A table that lies elsewhere and is brought into memory once, while other threads use it where it is.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

namespace duello {

template <class Table>
class BroughtHome {
 public:
  BroughtHome() = default;
  explicit BroughtHome(std::unique_ptr<Table> table) : home_(std::move(table)), here_(home_.get()) {}

  // Null until it is here.
  Table* get() const { return here_.load(std::memory_order_acquire); }
  // Has `bring` make it, unless it is here; false if that gives nothing.
  template <class Bring>
  bool bring(Bring bring) {
    const std::scoped_lock lock(mutex_);
    if (get() == nullptr) {
      home_ = bring();
      here_.store(home_.get(), std::memory_order_release);
    }
    return get() != nullptr;
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<Table> home_;
  std::atomic<Table*> here_ = nullptr;
};

}  // namespace duello
