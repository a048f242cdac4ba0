// Bytes as the whole input of a game between two people on a pipe.
#include <sys/mman.h>
#include <unistd.h>

#include <map>

#include "cli/commands.hpp"
#include "tests/fuzz/input.hpp"

using namespace duello;

namespace {

// Each game is made and solved once: hints would take a solve for each input.
ChosenGame& chosen(const PlayOptions& options) {
  static std::map<std::string, ChosenGame> all;
  const auto found = all.find(options.game.id);
  if (found != all.end()) return found->second;
  auto made = ChosenGame::from(options.game);
  must(made && made->knowledge(go_on));
  return all.emplace(options.game.id, *std::move(made)).first->second;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzInput input = fuzz_input(data, size);
  const int file = memfd_create("script", 0);
  must(file >= 0 && write(file, input.text.data(), input.text.size()) == static_cast<ssize_t>(input.text.size()));
  must(lseek(file, 0, SEEK_SET) == 0 && dup2(file, STDIN_FILENO) == STDIN_FILENO && close(file) == 0);
  Console console(ColorChoice::never);
  PlayOptions options;
  options.game.id = input.entry.facts->id;
  options.keeping = Keeping::no;
  options.seed = ~std::uint64_t{0};  // a small one would be stretched, which takes its time
  const int status = play(console, options, chosen(options));
  must(status == 0 || status == 1);
  return 0;
}
