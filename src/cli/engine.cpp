// The engine command: our players behind the engine protocol, on standard input and output.
#include <poll.h>
#include <sched.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>

#include "cli/commands.hpp"
#include "cli/offers.hpp"
#include "cli/shared_options.hpp"
#include "cli/solving.hpp"
#include "engines/protocol_engine.hpp"
#include "system/entropy.hpp"

namespace duello {

namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;

class ChosenAndPrepared final : public PreparedGame {
 public:
  explicit ChosenAndPrepared(ChosenGame chosen) : chosen_(std::move(chosen)) {}
  const AnyGame& game() const override { return chosen_.game(); }
  std::expected<Knowledge, Complaint> knowledge() override {
    auto found = solved(chosen_);
    if (!found) return std::unexpected(found.error().why);
    return *std::move(found);
  }

 private:
  ChosenGame chosen_;
};

bool write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// A host that answers at once gets the next answer at once: waking a sleeping program takes longer than most moves do.
void spin_for_input() {
  constexpr std::chrono::microseconds kSpin{50};
  const auto end = std::chrono::steady_clock::now() + kSpin;
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  while (poll(&input, 1, 0) == 0 && std::chrono::steady_clock::now() < end) sched_yield();
}

// Answers whatever has come in one piece with one write.
class Conversation {
 public:
  explicit Conversation(ProtocolEngine& engine) : engine_(engine) {}

  std::string replies_to(std::string_view piece) {
    std::string replies;
    unread_ += piece;
    std::size_t begin = 0;
    for (std::size_t end = 0; !engine_.has_quit() && (end = unread_.find('\n', begin)) != std::string::npos;
         begin = end + 1)
      if (!std::exchange(is_too_long_, false)) replies += engine_.reply({unread_.data() + begin, end - begin});
    unread_.erase(0, begin);
    if (unread_.size() <= kLongestLine) return replies;
    unread_.clear();
    is_too_long_ = true;
    return replies + "error The line is too long\n";
  }
  // The last line may have no end.
  std::string last_replies() { return unread_.empty() || is_too_long_ ? "" : engine_.reply(unread_); }

 private:
  ProtocolEngine& engine_;
  std::string unread_;
  bool is_too_long_ = false;  // the line that is coming in; what is left of it is passed over
};

int speak_protocol(const std::string& name, const std::string& who, std::uint64_t seed) {
  if (!is_built_in(who))
    return complain(cat("--player must be random, perfect or level:1 to level:5, not ", in_quotes(who)));
  ProtocolEngine engine(
      cat(name, " (", who, ')'), who, Random(seed),
      [](const std::string& id,
         std::span<const std::string> settings) -> std::expected<std::unique_ptr<PreparedGame>, Complaint> {
        auto chosen =
            ChosenGame::from({.id = id, .variant = {}, .settings = {settings.begin(), settings.end()}, .table = {}});
        if (!chosen) return std::unexpected(chosen.error());
        return std::make_unique<ChosenAndPrepared>(*std::move(chosen));
      });
  Conversation conversation(engine);
  std::array<char, 65536> piece;
  while (!engine.has_quit()) {
    spin_for_input();
    const ssize_t got = read(STDIN_FILENO, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    const std::string replies =
        got > 0 ? conversation.replies_to({piece.data(), static_cast<std::size_t>(got)}) : conversation.last_replies();
    if (!write_all(replies)) return fail({"The output could not be written"});
    if (got <= 0) break;
  }
  return 0;
}

class EngineCommand final : public Command {
 public:
  EngineCommand() : Command("engine", "Speak the engine protocol on standard input and output") {
    options()
        .text({"--player", "WHO", "Who plays: random, perfect or level:1 to level:5 (perfect)"}, who_)
        .completed_by(built_in_players());
    add_seed(options(), seed_, "Repeat what is random where the host gives no seed");
  }
  int run(Console& /*console*/) override {
    return speak_protocol("Duello " DUELLO_VERSION, who_, seed_ ? *seed_ : fresh_seed());
  }

 private:
  std::string who_ = "perfect";
  std::optional<std::uint64_t> seed_;
};

}  // namespace

std::unique_ptr<Command> engine_command() { return std::make_unique<EngineCommand>(); }

}  // namespace duello
