# What a page loads is small, but fast where games are solved.
find_program(DUELLO_WASM_OPT wasm-opt REQUIRED)
target_compile_options(duello_options INTERFACE -Oz -flto -fno-rtti)
set_source_files_properties(src/catalog/solvers.cpp PROPERTIES COMPILE_OPTIONS -O2)
add_link_options(-Wl,--lto-O2)
list(APPEND CMAKE_CXX_LINK_EXECUTABLE "${DUELLO_WASM_OPT} <TARGET> -o <TARGET> -Oz --strip-debug --strip-producers")
