#include "system/mapped_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>

namespace duello {

// Where a file is mapped. A signal may ask at any time, so places are used again and never go away.
struct MappedPlace {
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::uintptr_t> end = 0;  // 0 while nobody uses it
  std::atomic<bool> is_whole = true;
  MappedPlace* next = nullptr;
};

namespace {

std::atomic<MappedPlace*> g_places = nullptr;
std::mutex g_taking;
struct sigaction g_before{};

bool covered_with_zeros(std::uintptr_t begin, std::uintptr_t end) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return ::mmap(reinterpret_cast<void*>(begin), end - begin, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                0) != MAP_FAILED;  // NOLINT(*-no-int-to-ptr,*-cstyle-cast)
}

// Looking at what a file does not have any more is an error of the bus. Whoever looked goes on, and asks afterwards.
void on_bus_error(int /*signal*/, siginfo_t* info, void* /*context*/) {
  const int error = errno;
  const bool is_fault = info->si_code > 0;  // and not sent by somebody
  const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const auto page = static_cast<std::uintptr_t>(::getpagesize());
  bool is_mended = false;
  for (MappedPlace* place = g_places; is_fault && place != nullptr; place = place->next) {
    const std::uintptr_t end = place->end;
    if (at < place->begin || at >= end) continue;
    place->is_whole = false;
    is_mended = covered_with_zeros(at / page * page, end);
  }
  // What happens again then, or is made to, is for whoever was there before.
  if (!is_mended) ::sigaction(SIGBUS, &g_before, nullptr);
  if (!is_mended && !is_fault) ::raise(SIGBUS);
  errno = error;
}

MappedPlace& taken_place(std::uintptr_t begin, std::size_t size) {
  const std::scoped_lock lock(g_taking);
  if (g_places == nullptr) {
    struct sigaction catching{};
    catching.sa_sigaction = on_bus_error;
    catching.sa_flags = SA_SIGINFO;
    ::sigaction(SIGBUS, &catching, &g_before);
  }
  MappedPlace* place = g_places;
  while (place != nullptr && place->end != 0) place = place->next;
  if (place == nullptr) {
    place = new MappedPlace;
    place->next = g_places;
    g_places = place;
  }
  place->is_whole = true;
  place->begin = begin;
  place->end = begin + size;
  return *place;
}

}  // namespace

MappedFile::MappedFile(int file, std::size_t size) {
  void* const begin = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (begin == MAP_FAILED) return;  // NOLINT(*-no-int-to-ptr,*-cstyle-cast)
  bytes_ = {static_cast<const std::byte*>(begin), size};
  place_ = &taken_place(reinterpret_cast<std::uintptr_t>(begin), size);
}

MappedFile::~MappedFile() {
  if (!is_there()) return;
  place_->end = 0;
  ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

bool MappedFile::is_whole() const { return place_->is_whole; }

}  // namespace duello
