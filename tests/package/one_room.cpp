// Uses a single room, so that little has to be built for it.
#include <cstdio>
#include <duello/core/text.hpp>

int main() { std::printf("%s\n", duello::listed({"one", "two", "three"}).c_str()); }
