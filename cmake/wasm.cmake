# WebAssembly, by clang 19 and Debian's wasi-libc and libc++.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
# Headers without code, such as Boost's, are the machine's own.
set(CMAKE_SYSTEM_PREFIX_PATH /usr)
# If it is told to optimize, the compiler lets a wasm-opt that it happens to find have what was linked.
set(CMAKE_EXE_LINKER_FLAGS_INIT -O0)
