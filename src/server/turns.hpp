// A queue in which owners take turns: of each the oldest first, and then somebody else's.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace duello {

template <class Item>
class Turns {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t size_of(const std::string& owner) const {
    const auto found = queues_.find(owner);
    return found == queues_.end() ? 0 : found->second.size();
  }

  void push(const std::string& owner, Item item) {
    std::deque<Item>& queue = queues_[owner];
    if (queue.empty()) turns_.push_back(owner);
    queue.push_back(std::move(item));
    ++size_;
  }

  std::optional<Item> pop() {
    if (turns_.empty()) return std::nullopt;
    const auto queue = queues_.find(turns_.front());
    turns_.pop_front();
    Item item = std::move(queue->second.front());
    queue->second.pop_front();
    --size_;
    if (queue->second.empty())
      queues_.erase(queue);
    else
      turns_.push_back(queue->first);
    return item;
  }

  // All that are such, in the order in which they would come if nothing else did.
  template <class Is, class Take>
  void take_if(Is is, Take take) {
    Turns rest;
    while (auto item = pop_keeping_owner())
      is(item->second) ? take(std::move(item->second)) : rest.push(item->first, std::move(item->second));
    *this = std::move(rest);
  }

  template <class Is>
  bool any_of(Is is) const {
    for (const auto& [owner, queue] : queues_)
      for (const Item& item : queue)
        if (is(item)) return true;
    return false;
  }

 private:
  std::optional<std::pair<std::string, Item>> pop_keeping_owner() {
    if (turns_.empty()) return std::nullopt;
    std::string owner = turns_.front();
    return std::pair(std::move(owner), *pop());
  }

  std::map<std::string, std::deque<Item>> queues_;  // none is empty
  std::deque<std::string> turns_;                   // each owner once, the next one first
  std::size_t size_ = 0;
};

}  // namespace duello
