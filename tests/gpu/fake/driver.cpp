// A driver for a graphics processor that is not there: a library named libcuda.so.1 whose memory is the heap and whose
// kernels are those of the card, run here one member after the other. What the environment's FAKE_GPU says goes wrong:
// none (no device), fewer (less than none), small (hardly any memory), boasting (says that it has more than it has),
// lost (the device is gone when the work is done), broken (the code cannot be compiled), flaky (every other time a
// thread cannot use it), wrong (what it gives back means nothing), nameless; or the function of that name fails.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "games/color_bridge.hpp"
#include "solve/gpu/kernels.hpp"

namespace {

using duello::ColorBridge;
using duello::TeamMember;
using duello::kernels::kTeam;
using duello::kernels::kTeams;

enum Result : int {
  fine = 0,
  invalid_value = 1,
  out_of_memory = 2,
  no_device = 100,
  invalid_context = 201,
  invalid_ptx = 218,
  not_found = 500,
  launch_failed = 719,
  unknown = 999
};

bool goes_wrong(std::string_view how) {
  const char* const set = std::getenv("FAKE_GPU");
  return set != nullptr && how == set;
}

thread_local bool is_used = false;  // by this thread

// What a function answers if nothing is wrong with what it was asked.
Result asked(const char* function) { return goes_wrong(function) ? unknown : fine; }
Result asked_in_context(const char* function) { return is_used ? asked(function) : invalid_context; }

struct Free {
  void operator()(void* room) const { std::free(room); }
};
struct Room {
  std::unique_ptr<void, Free> begin;
  std::uint64_t bytes;
};
std::map<std::uint64_t, Room> taken;  // by address

constexpr std::uint64_t kMemory = std::uint64_t{8} << 30;
constexpr std::uint64_t kSmallMemory = 1 << 20;

std::uint64_t left() {
  std::uint64_t left = goes_wrong("small") ? kSmallMemory : kMemory;
  for (const auto& [address, room] : taken) left -= std::min(left, room.bytes);
  return left;
}

template <class T>
T value(void* argument) {
  return *static_cast<T*>(argument);
}

// All teams of a launch, each planned by all of its members before any begins.
template <class Form>
void run(void** arguments) {
  const auto& layer = *static_cast<const duello::kernels::Layer<ColorBridge>*>(arguments[0]);
  const duello::UnitTable<Form> table{value<const typename Form::Unit*>(arguments[1]),
                                      value<typename Form::Unit*>(arguments[2]),
                                      value<typename Form::Round>(arguments[3])};
  std::vector<unsigned char> room(layer.plan_bytes());
  for (std::uint64_t team = 0; team < layer.teams; ++team) {
    const duello::BlockPlan plan = layer.plan_in(room.data(), static_cast<std::uint32_t>(team % kTeams));
    duello::kernels::Work work{};
    for (std::uint32_t i = 0; i < kTeam; ++i)
      work = duello::kernels::Work::planned<Form::kLowBits>(layer, team, plan, {i, kTeam});
    for (std::uint32_t i = 0; i < kTeam; ++i)
      duello::solve_units<Form, 2>(work.block, plan, table, work.begin, work.end, TeamMember{i, kTeam});
  }
}

using Function = void (*)(void** arguments);

}  // namespace

extern "C" {

int cuInit(unsigned /*flags*/) { return goes_wrong("none") ? no_device : asked(__func__); }
int cuDeviceGetCount(int* count) {
  *count = goes_wrong("fewer") ? -1 : 1;
  return asked(__func__);
}
int cuDeviceGet(int* device, int /*number*/) {
  *device = 0;
  return asked(__func__);
}
int cuDeviceGetName(char* name, int length, int /*device*/) {
  std::strncpy(name, goes_wrong("nameless") ? "" : "a card that is not there", static_cast<std::size_t>(length));
  return asked(__func__);
}
int cuDevicePrimaryCtxRetain(void** context, int /*device*/) {
  static int it;
  *context = &it;
  return asked(__func__);
}
int cuDevicePrimaryCtxRelease_v2(int /*device*/) { return asked(__func__); }
int cuCtxSetCurrent(void* context) {
  static int times = 0;
  if (context == nullptr) return invalid_value;
  if (goes_wrong("flaky") && ++times % 2 == 1) return invalid_context;
  is_used = true;
  return asked(__func__);
}
int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  *total = kMemory;
  *free = goes_wrong("boasting") ? ~std::size_t{0} : left();
  return asked_in_context(__func__);
}
int cuModuleLoadDataEx(void** module, const void* image, unsigned /*count*/, int* /*options*/, void** /*values*/) {
  static int it;
  *module = &it;
  const std::string_view text(static_cast<const char*>(image));
  if (goes_wrong("broken") || text.find(".version") == std::string_view::npos) return invalid_ptx;
  return asked_in_context(__func__);
}
int cuModuleUnload(void* /*module*/) { return asked_in_context(__func__); }
int cuModuleGetFunction(void** function, void* /*module*/, const char* name) {
  Function found = nullptr;
  const std::string_view wanted(name);
  if (wanted == duello::Words::kKernel) found = run<duello::Words>;
  if (wanted == duello::Codes::kKernel) found = run<duello::Codes>;
  *function = reinterpret_cast<void*>(found);
  return found == nullptr ? not_found : asked_in_context(__func__);
}
int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  if (const Result result = asked_in_context(__func__); result != fine) return result;
  if (bytes == 0) return invalid_value;
  if (bytes > left() || goes_wrong("boasting")) return out_of_memory;
  Room room{std::unique_ptr<void, Free>(std::aligned_alloc(256, (bytes + 16 + 511) / 256 * 256)), bytes};
  if (!room.begin) return out_of_memory;
  std::memset(room.begin.get(), 0xee, bytes);  // nothing is zero by chance
  *address = reinterpret_cast<std::uint64_t>(room.begin.get());
  taken[*address] = std::move(room);
  return fine;
}
int cuMemFree_v2(std::uint64_t address) {
  if (const Result result = asked_in_context(__func__); result != fine) return result;
  return taken.erase(address) == 0 ? invalid_value : fine;
}
int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes) {
  if (const Result result = asked_in_context(__func__); result != fine) return result;
  std::memcpy(reinterpret_cast<void*>(to), from, bytes);  // NOLINT(performance-no-int-to-ptr)
  return fine;
}
int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes) {
  if (const Result result = asked_in_context(__func__); result != fine) return result;
  if (goes_wrong("lost")) return launch_failed;
  std::memcpy(to, reinterpret_cast<const void*>(from), bytes);  // NOLINT(performance-no-int-to-ptr)
  static std::minstd_rand random(1);  // NOLINT(bugprone-random-generator-seed): the same every time
  if (goes_wrong("wrong"))
    for (std::size_t i = 0; i < bytes; ++i) static_cast<unsigned char*>(to)[i] = random() >> 8 & 0xff;
  return fine;
}
int cuLaunchKernel(void* function, unsigned x, unsigned /*y*/, unsigned /*z*/, unsigned threads, unsigned /*threads_y*/,
                   unsigned /*threads_z*/, unsigned shared, void* /*stream*/, void** arguments, void** /*extra*/) {
  if (const Result result = asked_in_context(__func__); result != fine) return result;
  const auto& layer = *static_cast<const duello::kernels::Layer<ColorBridge>*>(arguments[0]);
  if (x * std::uint64_t{kTeams} < layer.teams || threads != kTeam * kTeams || shared < layer.plan_bytes())
    return invalid_value;
  reinterpret_cast<Function>(function)(arguments);
  return fine;
}
int cuCtxSynchronize() { return goes_wrong("lost") ? launch_failed : asked_in_context(__func__); }
int cuGetErrorString(int error, const char** text) {
  *text = error == out_of_memory     ? "out of memory"
          : error == invalid_context ? "invalid device context"
          : error == invalid_ptx     ? "a PTX JIT compilation failed"
          : error == launch_failed   ? "unspecified launch failure"
                                     : "something else";
  return asked(__func__);
}
}
