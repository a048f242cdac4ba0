// Where the program is built for any processor of its kind, what takes longest is there twice, and the fast one is
// taken where the processor can. All that such a function calls must be known to the compiler, which copies it in.
#pragma once

#ifdef DUELLO_DISPATCH
#define DUELLO_FAST_PATHS __attribute__((target_clones("default", "arch=x86-64-v3"), flatten))
#else
#define DUELLO_FAST_PATHS
#endif
