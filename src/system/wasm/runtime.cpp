// What the libraries of clang expect of a machine, so that nothing is asked of whoever starts the program: whatever
// goes wrong deep inside is a trap, which JavaScript catches as an error.
#include <__verbose_abort>
#include <cstdint>

extern "C" {
// Debian's compiler support is built with a guard on the stack, which its C library does not have.
std::uintptr_t __stack_chk_guard = 0x9e3779b9;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
[[noreturn]] void abort_message(const char* /*format*/, ...) { __builtin_trap(); }
}

namespace std {
inline namespace _LIBCPP_ABI_NAMESPACE {
[[noreturn]] void __libcpp_verbose_abort(const char* /*format*/, ...) { __builtin_trap(); }
}  // namespace _LIBCPP_ABI_NAMESPACE
}  // namespace std
