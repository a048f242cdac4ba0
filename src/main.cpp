#include "cli/command_line.hpp"
#include "guarded.hpp"
#include "online/online_play.hpp"
#include "system/process.hpp"

int main(int argc, char** argv) {
  duello::settle_process();
  return duello::guarded([&] { return duello::run({argv + 1, argv + argc}, duello::online_play()); });
}
