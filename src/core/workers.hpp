// Long work: who does it.
#pragma once

#include <cstddef>
#include <functional>

namespace duello {

// Calls `task(i)` for every i below `count`, in any order, and returns when all are done.
class Workers {
 public:
  using Task = std::function<void(std::size_t)>;

  virtual ~Workers() = default;
  virtual void run(std::size_t count, const Task& task) = 0;
  // How many work at the same time.
  virtual std::size_t size() const = 0;
};

class OneWorker final : public Workers {
 public:
  void run(std::size_t count, const Task& task) override {
    for (std::size_t i = 0; i < count; ++i) task(i);
  }
  std::size_t size() const override { return 1; }
};

}  // namespace duello
