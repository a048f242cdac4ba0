// Lines of text to our engine: every answer is made of lines fit to be shown, and of nothing but the protocol's words.
// And bytes as the output of somebody else's engine: whatever comes out of it is text.
#include "engines/line_buffer.hpp"
#include "engines/protocol_engine.hpp"
#include "tests/fuzz/input.hpp"

using namespace duello;

namespace {

// Plays at random, so that no game needs to be solved.
class AnyRules final : public PreparedGame {
 public:
  explicit AnyRules(std::unique_ptr<const AnyGame> game) : game_(std::move(game)) {}
  const AnyGame& game() const override { return *game_; }
  std::expected<Knowledge, Complaint> knowledge() override { return complaint("Nothing is known"); }

 private:
  std::unique_ptr<const AnyGame> game_;
};

std::expected<std::unique_ptr<PreparedGame>, Complaint> prepare(const std::string& id,
                                                                std::span<const std::string> settings) {
  const auto entry = find_game(id);
  if (!entry) return std::unexpected(entry.error());
  auto game = (*entry)->make(settings);
  if (!game) return std::unexpected(game.error());
  return std::make_unique<AnyRules>(*std::move(game));
}

void check_reply(const std::string& reply) {
  must(reply.empty() || reply.ends_with('\n'));
  for (const std::string& line : lines_of(reply)) {
    must(is_printable(line));
    const std::string word = words_of(line).at(0);
    must(word == "id" || word == "protocol" || word == "ok" || word == "readyok" || word == "bestmove" ||
         word == "error");
  }
}

void check_lines(std::string_view bytes) {
  LineBuffer whole;
  LineBuffer cut;
  whole.take(bytes);
  for (const char byte : bytes) cut.take({&byte, 1});
  while (true) {
    const auto line = whole.next();
    must(line == cut.next());
    if (!line || !*line) return;
    must(is_printable(**line));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzInput input = fuzz_input(data, size);
  check_lines(input.text);
  ProtocolEngine engine("Fuzz", "random", Random(1), prepare);
  check_reply(engine.reply(cat("game ", input.entry.facts->id)));
  for (const std::string& line : lines_of(input.text)) check_reply(engine.reply(line));
  return 0;
}
