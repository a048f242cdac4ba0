#include "engines/engine_process.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "core/try.hpp"

namespace duello {

namespace {

using namespace std::chrono_literals;

constexpr auto kSpin = 50us;         // before the host goes to sleep: waking it takes longer than most answers do
constexpr auto kSlice = 100ms;       // between two looks at what else may have happened
constexpr auto kTimeToQuit = 500ms;  // for a program that was asked to
constexpr auto kTimeToDie = 2000ms;  // for one that was killed
constexpr auto kTimeToBeSeenDead = 2000ms;  // from the end of its output, on a busy machine
constexpr std::size_t kMostUnsent = std::size_t{1} << 20;
constexpr std::size_t kMostErrors = 1024;
constexpr std::string_view kVariable = "DUELLO_ENGINE=";

struct Pipe {
  Descriptor read;
  Descriptor write;
};

// The standard three are left alone, even if the host has closed them: the child puts its ends there one by one.
Descriptor above_standard(int number) {
  if (number > STDERR_FILENO) return Descriptor(number);
  const Descriptor low(number);
  return Descriptor(fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

std::optional<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  Pipe pipe{above_standard(ends[0]), above_standard(ends[1])};
  if (!pipe.read.is_open() || !pipe.write.is_open()) return std::nullopt;
  return pipe;
}

void never_block(const Descriptor& end) { fcntl(end.number(), F_SETFL, fcntl(end.number(), F_GETFL) | O_NONBLOCK); }

// An engine of an engine carries the marks of both.
std::string inherited_marks() {
  const char* const marks = std::getenv("DUELLO_ENGINE");
  return marks == nullptr ? "" : marks;
}

// "/4711.3.8c1f…/": nobody else has ever had it.
std::string fresh_mark() {
  static std::atomic<std::uint64_t> count = 0;
  return cat('/', getpid(), '.', ++count, '.', EngineProcess::Clock::now().time_since_epoch().count(), '/');
}

// What the child needs, made before the fork: behind it another thread's lock may be held for ever, so nothing there
// may allocate.
class Launch {
 public:
  Launch(const std::string& command, const std::string& mark) : words_{"/bin/sh", "-c", command} {
    variables_.push_back(cat(kVariable, inherited_marks(), mark));
    for (char** variable = environ; *variable != nullptr; ++variable)
      if (!std::string_view(*variable).starts_with(kVariable)) variables_.emplace_back(*variable);
    arguments_ = pointers(words_);
    environment_ = pointers(variables_);
  }

  // In the child, with all signals blocked. Only calls that are safe behind a fork.
  [[noreturn]] void run(pid_t host, int input, int output, int errors) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != host) _exit(1);
    struct sigaction usual{};
    usual.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &usual, nullptr);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execve(arguments_[0], arguments_.data(), environment_.data());
    _exit(127);
  }

 private:
  static std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
  }

  std::vector<std::string> words_;
  std::vector<std::string> variables_;
  std::vector<char*> arguments_;
  std::vector<char*> environment_;
};

// A closed pipe is an error of this write alone: the signal is taken back in this thread, and how the process treats it
// does not change.
ssize_t write_quietly(int to, std::string_view text) {
  sigset_t pipe;
  sigset_t before;
  sigset_t pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const bool was_blocked = sigismember(&before, SIGPIPE) == 1;
  const bool was_pending = was_blocked && sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;
  const ssize_t written = write(to, text.data(), text.size());
  const int error = errno;
  if (written < 0 && error == EPIPE && !was_pending) {
    const timespec at_once{};  // it is pending already, so that nothing can interrupt this
    sigtimedwait(&pipe, nullptr, &at_once);
  }
  if (!was_blocked) pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

// What has come, if anything has. Where nothing can come any more the end is closed.
std::string_view read_some(Descriptor& end, std::span<char> piece) {
  const ssize_t got = read(end.number(), piece.data(), piece.size());
  if (got > 0) return {piece.data(), static_cast<std::size_t>(got)};
  if (got == 0 || (errno != EINTR && errno != EAGAIN)) end.close();
  return {};
}

std::string contents_of_environment(std::string_view process) {
  std::string text;
  const Descriptor file(open(cat("/proc/", process, "/environ").c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 16384> piece;
  for (ssize_t got = 0; file.is_open() && (got = read(file.number(), piece.data(), piece.size())) > 0;)
    text.append(piece.data(), static_cast<std::size_t>(got));
  return text;
}

// Every living process that has the mark in its environment, whatever group or session it has gone to.
std::vector<pid_t> marked_processes(const std::string& mark) {
  std::vector<pid_t> found;
  DIR* const processes = opendir("/proc");
  if (processes == nullptr) return found;
  while (const dirent* const entry = readdir(processes)) {
    const std::string_view name(entry->d_name);
    const auto pid = whole_number(name);
    if (!pid || *pid <= 1 || *pid == getpid()) continue;
    if (contents_of_environment(name).find(mark) != std::string::npos) found.push_back(*pid);
  }
  closedir(processes);
  return found;
}

// Leaves the process as it is, to be reaped in the end: until then nobody else can get its number.
std::optional<siginfo_t> end_of(pid_t pid) {
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
    return std::nullopt;
  return info;
}

}  // namespace

std::expected<std::unique_ptr<EngineProcess>, Complaint> EngineProcess::start(const std::string& command,
                                                                              Interrupted interrupted, EngineLog log) {
  auto input = make_pipe();
  auto output = make_pipe();
  auto errors = make_pipe();
  if (!input || !output || !errors) return complaint("No pipe could be made (", std::strerror(errno), ')');
  never_block(input->write);
  never_block(output->read);
  never_block(errors->read);
  std::string mark = fresh_mark();
  Launch launch(command, mark);

  // No handler of the host may run in the child before they are all taken away.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t host = getpid();
  const pid_t pid = fork();
  if (pid == 0) launch.run(host, input->read.number(), output->write.number(), errors->write.number());
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return complaint("No process could be started (", std::strerror(error), ')');
  setpgid(pid, pid);  // whoever of the two comes first
  return std::unique_ptr<EngineProcess>(new EngineProcess(pid, std::move(mark), std::move(input->write),
                                                          std::move(output->read), std::move(errors->read),
                                                          std::move(interrupted), std::move(log)));
}

void EngineProcess::log(char who, std::string_view lines) const {
  if (!log_) return;
  for (const std::string& line : lines_of(lines)) log_(who, printable(line, LineBuffer::kLongestLine));
}

void EngineProcess::send(std::string_view text) {
  if (!input_.is_open()) return;
  log('>', text);
  unsent_ += text;
  write_some();
}

void EngineProcess::write_some() {
  while (!unsent_.empty()) {
    const ssize_t written = write_quietly(input_.number(), unsent_);
    if (written > 0) {
      unsent_.erase(0, static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      if (errno == EAGAIN) return;
      // It has closed its input; what comes of that shows when it is asked for something.
      input_.close();
      unsent_.clear();
    }
  }
}

bool EngineProcess::read_output() {
  std::array<char, 65536> piece;
  const std::string_view came = read_some(output_, piece);
  if (!came.empty()) lines_.take(came);
  return !came.empty() || !output_.is_open();
}

void EngineProcess::read_errors() {
  std::array<char, 65536> piece;
  const std::string_view came = read_some(errors_, piece);
  if (came.empty()) return;
  lines_.count(came.size());
  log('!', came);
  last_errors_ += came;
  if (last_errors_.size() > kMostErrors) last_errors_.erase(0, last_errors_.size() - kMostErrors);
}

void EngineProcess::pump(std::chrono::milliseconds at_most) {
  std::array ends{pollfd{.fd = output_.number(), .events = POLLIN, .revents = 0},
                  pollfd{.fd = errors_.number(), .events = POLLIN, .revents = 0},
                  pollfd{.fd = unsent_.empty() ? -1 : input_.number(), .events = POLLOUT, .revents = 0}};
  const auto& [output, errors, input] = ends;
  if (poll(ends.data(), ends.size(), static_cast<int>(at_most.count())) <= 0) return;
  if (output.revents != 0) read_output();
  if (errors.revents != 0) read_errors();
  if (input.revents != 0) write_some();
}

bool EngineProcess::spin() {
  for (const Clock::time_point end = Clock::now() + kSpin; Clock::now() < end; sched_yield())
    if (read_output()) return true;
  return false;
}

std::expected<std::string, EngineTrouble> EngineProcess::next_line(Clock::time_point deadline) {
  Clock::time_point looked = Clock::now();
  bool has_spun = false;
  while (true) {
    // First of all: a program that prints without end must not keep the host from looking at the clock.
    const Clock::time_point now = Clock::now();
    const bool is_late = now >= deadline;
    if (is_late && !may_look_again(now)) return std::unexpected(EngineTrouble{EngineTrouble::Kind::late, {}});
    DUELLO_TRY(auto buffered, buffered_line());
    if (buffered) return *std::move(buffered);
    if (!output_.is_open()) return std::unexpected(ended());
    if (unsent_.size() > kMostUnsent) return std::unexpected(EngineTrouble{.what = "does not read its input"});
    if (is_late) {
      DUELLO_TRY(auto pending, pending_line());
      if (pending) return *std::move(pending);
      return std::unexpected(EngineTrouble{EngineTrouble::Kind::late, {}});
    }
    if (!std::exchange(has_spun, true) && spin()) continue;
    if (interrupted_ && interrupted_()) return std::unexpected(EngineTrouble{EngineTrouble::Kind::interrupted, {}});
    if (now - looked >= kSlice) {
      // A child of its own may hold its output open.
      looked = now;
      if (end_of(pid_)) {
        read_output();
        output_.close();
        continue;
      }
    }
    pump(std::min<std::chrono::milliseconds>(kSlice, std::chrono::ceil<std::chrono::milliseconds>(deadline - now)));
  }
}

// The host may have been suspended past the deadline while the line was already in the pipe. Reading what is in the
// pipe takes much less time than this.
bool EngineProcess::may_look_again(Clock::time_point now) {
  if (!last_look_until_) last_look_until_ = now + kSlice;
  return now < *last_look_until_;
}

std::expected<std::optional<std::string>, EngineTrouble> EngineProcess::buffered_line() {
  auto line = lines_.next();
  if (line && *line) log('<', **line);
  if (line) return *std::move(line);
  const bool flood = line.error() == LineBuffer::Trouble::flood;
  return std::unexpected(
      EngineTrouble{.what = flood ? "flooded the host with output" : "printed bytes that are no text"});
}

std::expected<std::optional<std::string>, EngineTrouble> EngineProcess::pending_line() {
  auto line = buffered_line();
  if (!line || *line) return line;
  pump(0ms);
  return buffered_line();
}

bool EngineProcess::is_running() const { return output_.is_open() && !end_of(pid_); }

EngineTrouble EngineProcess::ended() {
  wait_for_end(Clock::now() + kTimeToBeSeenDead);
  pump(0ms);
  return EngineTrouble{.what = how_it_ended()};
}

std::string EngineProcess::how_it_ended() const {
  const auto info = end_of(pid_);
  if (!info) return "closed its output";
  // A shell says of a program that a signal killed it that it ended with this and the signal's number.
  constexpr int kKilled = 128;
  const int status = info->si_status;
  const std::string error = last_error();
  const std::string_view opening = error.empty() ? "" : " (";
  const std::string_view closing = error.empty() ? "" : ")";
  if (info->si_code != CLD_EXITED) return cat("crashed (signal ", status, ')');
  if (status > kKilled && status < kKilled + NSIG) return cat("crashed (signal ", status - kKilled, ')');
  return cat("ended with status ", status, opening, error, closing);
}

std::string EngineProcess::last_error() const {
  constexpr int kMost = 100;
  std::string last;
  for (const std::string& line : lines_of(last_errors_))
    if (!trimmed(line).empty()) last = trimmed(line);
  return printable(last, kMost);
}

// The end of its output comes just before its own, so the looks at it are close together.
void EngineProcess::wait_for_end(Clock::time_point deadline) {
  while (!end_of(pid_) && Clock::now() < deadline) pump(1ms);
}

void EngineProcess::kill_all() const {
  const Clock::time_point deadline = Clock::now() + kTimeToDie;
  while (true) {
    kill(-pid_, SIGKILL);
    const std::vector<pid_t> left = marked_processes(mark_);
    for (const pid_t pid : left) kill(pid, SIGKILL);
    if ((left.empty() && end_of(pid_)) || Clock::now() >= deadline) return;
    std::this_thread::sleep_for(1ms);
  }
}

void EngineProcess::ask_to_quit() {
  if (quit_by_) return;
  if (unsent_.empty()) send("quit\n");
  input_.close();
  unsent_.clear();
  quit_by_ = Clock::now() + kTimeToQuit;
}

EngineProcess::~EngineProcess() {
  ask_to_quit();
  wait_for_end(*quit_by_);
  kill_all();
  waitpid(pid_, nullptr, WNOHANG);
}

}  // namespace duello
