// Counts the allocations of a program. Included by one of its files.
#pragma once

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> allocations = 0;

void* counted_memory(std::size_t bytes) noexcept {
  ++allocations;
  return std::malloc(bytes == 0 ? 1 : bytes);
}

void* memory(std::size_t bytes) {
  if (void* const found = counted_memory(bytes)) return found;
  throw std::bad_alloc();
}

}  // namespace

// All forms but those for uncommon alignments, so that what one of them gives another can take back.
void* operator new(std::size_t bytes) { return memory(bytes); }
void* operator new[](std::size_t bytes) { return memory(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return counted_memory(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return counted_memory(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
