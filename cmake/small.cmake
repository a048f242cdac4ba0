# What a page loads is small, but fast where games are solved.
find_program(DUELLO_WASM_OPT wasm-opt REQUIRED)
target_compile_options(duello_options INTERFACE -Oz -fno-rtti)
set_source_files_properties(src/catalog/solvers.cpp src/solve/equilibrium.cpp src/solve/exact_system.cpp
                            src/solve/matrix_game.cpp PROPERTIES COMPILE_OPTIONS -O2)
# Small functions are optimized sooner by a browser: not all of them go into the only one that calls them.
list(APPEND CMAKE_CXX_LINK_EXECUTABLE "${DUELLO_WASM_OPT} <TARGET> -o <TARGET> -Oz --strip-debug --strip-producers")
