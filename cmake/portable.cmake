# The program for other distributions: it needs the C library and the compiler's runtime, and carries all else. What
# nobody calls is left out, so that it asks for no newer C library than it uses.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(OPENSSL_USE_STATIC_LIBS ON)
target_compile_options(duello_options INTERFACE -ffunction-sections -fdata-sections)
target_link_options(duello_options INTERFACE -static-libstdc++ -Wl,--gc-sections)
