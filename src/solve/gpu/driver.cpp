#include "solve/gpu/driver.hpp"

#include <dlfcn.h>

#include <array>
#include <optional>
#include <utility>

#include "core/try.hpp"

namespace duello::gpu {

// As the driver declares them; 0 is success, whatever else is a number it has words for.
struct Library {
  int (*init)(unsigned flags);
  int (*device_count)(int* count);
  int (*device)(int* device, int number);
  int (*device_name)(char* name, int length, int device);
  int (*retain_context)(void** context, int device);
  int (*release_context)(int device);
  int (*use_context)(void* context);
  int (*memory_info)(std::size_t* free, std::size_t* total);
  int (*load_module)(void** module, const void* image, unsigned count, int* options, void** values);
  int (*unload_module)(void* module);
  int (*function)(void** function, void* module, const char* name);
  int (*allocate)(Address* address, std::size_t bytes);
  int (*release)(Address address);
  int (*write)(Address to, const void* from, std::size_t bytes);
  int (*read)(void* to, Address from, std::size_t bytes);
  int (*launch)(void* function, unsigned x, unsigned y, unsigned z, unsigned threads_x, unsigned threads_y,
                unsigned threads_z, unsigned shared, void* stream, void** arguments, void** extra);
  int (*synchronize)();
  int (*error_text)(int error, const char** text);

  static const Library* get();
};

namespace {

constexpr const char* kName = "libcuda.so.1";
constexpr int kNoDevice = 100;

std::optional<Library> loaded() {
  void* const library = ::dlopen(kName, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::nullopt;
  Library found{};
  bool all = true;
  const auto find = [&]<class Function>(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(::dlsym(library, name));
    all = all && function != nullptr;
  };
  find(found.init, "cuInit");
  find(found.device_count, "cuDeviceGetCount");
  find(found.device, "cuDeviceGet");
  find(found.device_name, "cuDeviceGetName");
  find(found.retain_context, "cuDevicePrimaryCtxRetain");
  find(found.release_context, "cuDevicePrimaryCtxRelease_v2");
  find(found.use_context, "cuCtxSetCurrent");
  find(found.memory_info, "cuMemGetInfo_v2");
  find(found.load_module, "cuModuleLoadDataEx");
  find(found.unload_module, "cuModuleUnload");
  find(found.function, "cuModuleGetFunction");
  find(found.allocate, "cuMemAlloc_v2");
  find(found.release, "cuMemFree_v2");
  find(found.write, "cuMemcpyHtoD_v2");
  find(found.read, "cuMemcpyDtoH_v2");
  find(found.launch, "cuLaunchKernel");
  find(found.synchronize, "cuCtxSynchronize");
  find(found.error_text, "cuGetErrorString");
  return all ? std::optional(found) : std::nullopt;
}

}  // namespace

const Library* Library::get() {
  static const std::optional<Library> library = loaded();
  return library ? &*library : nullptr;
}

Memory::~Memory() {
  if (address_ != 0) card_->release(address_);
}

std::expected<std::unique_ptr<Card>, Complaint> Card::open() {
  const Library* const library = Library::get();
  if (library == nullptr) return complaint("There is no driver for a GPU here (", kName, " cannot be used)");
  std::unique_ptr<Card> card(new Card(library));
  DUELLO_CHECK(card->begin());
  return card;
}

std::expected<void, Complaint> Card::begin() {
  int count = 0;
  // A driver that finds no device says so as an error when it starts.
  const int begun = library_->init(0);
  if (begun == 0)
    if (const auto counted = checked(library_->device_count(&count), "count its devices"); !counted) return counted;
  if (begun == kNoDevice || (begun == 0 && count <= 0))
    return complaint("There is a driver for a GPU here, but no GPU");
  if (const auto initialized = checked(begun, "start"); !initialized) return initialized;
  if (const auto found = checked(library_->device(&device_, 0), "give its first device"); !found) return found;
  std::array<char, 200> name{};
  if (library_->device_name(name.data(), static_cast<int>(name.size()) - 1, device_) == 0 && name.front() != '\0')
    name_ = printable(name.data(), name.size());
  return checked(library_->retain_context(&context_, device_), "open it");
}

template <class Call>
int Card::with_card(Call call) const {
  const int used = library_->use_context(context_);
  return used != 0 ? used : call();
}

Card::~Card() {
  if (module_ != nullptr) with_card([&] { return library_->unload_module(module_); });
  if (context_ != nullptr) library_->release_context(device_);
}

std::expected<void, Complaint> Card::checked(int result, std::string_view what) const {
  if (result == 0) return {};
  const char* text = nullptr;
  const bool known = library_->error_text(result, &text) == 0 && text != nullptr;
  return complaint("The GPU's driver could not ", what, ": ", known ? printable(text, 200) : cat("error ", result));
}

std::expected<double, Complaint> Card::free_bytes() const {
  std::size_t free = 0;
  std::size_t total = 0;
  const int result = with_card([&] { return library_->memory_info(&free, &total); });
  DUELLO_CHECK(checked(result, "say how much memory is free"));
  return static_cast<double>(free);
}

std::expected<void, Complaint> Card::load(const std::string& code) {
  void* module = nullptr;
  const int result = with_card([&] { return library_->load_module(&module, code.c_str(), 0, nullptr, nullptr); });
  if (result == 0) module_ = module;
  return checked(result, "compile the code for it");
}

std::expected<Kernel, Complaint> Card::kernel(const std::string& name) const {
  Kernel kernel;
  const int result = with_card([&] { return library_->function(&kernel.function, module_, name.c_str()); });
  DUELLO_CHECK(checked(result, cat("find ", name, " in the code for it")));
  return kernel;
}

std::expected<Memory, Complaint> Card::allocate(std::uint64_t bytes) const {
  Address address = 0;
  const int result = with_card([&] { return library_->allocate(&address, bytes); });
  DUELLO_CHECK(checked(result, cat("take ", bytes, " bytes of its memory")));
  return Memory(*this, address, bytes);
}

void Card::release(Address address) const {
  with_card([&] { return library_->release(address); });
}

std::expected<void, Complaint> Card::launch(Kernel kernel, Grid grid, std::span<void*> arguments) const {
  return checked(with_card([&] {
                   return library_->launch(kernel.function, grid.groups, 1, 1, grid.threads, 1, 1, grid.shared, nullptr,
                                           arguments.data(), nullptr);
                 }),
                 "begin the work");
}

std::expected<void, Complaint> Card::finish() const {
  return checked(with_card([&] { return library_->synchronize(); }), "do the work");
}

std::expected<void, Complaint> Card::write(Address to, std::span<const std::byte> from) const {
  return checked(with_card([&] { return library_->write(to, from.data(), from.size()); }), "take what it needs");
}

std::expected<void, Complaint> Card::read(std::span<std::byte> to, Address from) const {
  return checked(with_card([&] { return library_->read(to.data(), from, to.size()); }), "give back what it found");
}

}  // namespace duello::gpu
