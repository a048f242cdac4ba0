#include "bench/server/served.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace duello {

Served::Served(const std::string& program, const std::string& store) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) std::exit(1);
  log_ = Descriptor(ends[0]);
  Descriptor other(ends[1]);
  std::vector<std::string> words{program, "serve", "--listen", "127.0.0.1:0", "--store", store};
  for (const char* const limit : {"connections", "address-connections", "address-connects", "address-requests",
                                  "address-messages", "tables", "address-tables"}) {
    words.push_back(std::string("--limit-") + limit);
    words.emplace_back("1000000");
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  process_ = ::fork();
  if (process_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::dup2(other.number(), STDERR_FILENO);
    ::execv(arguments[0], arguments.data());
    ::_exit(1);
  }
  other.close();
  std::string told;
  constexpr std::string_view kAddress = "http://127.0.0.1:";
  for (char c = 0; c != '\n' && told.size() < 4096;) {
    if (::read(log_.number(), &c, 1) <= 0) break;
    told += c;
  }
  const std::size_t found = told.find(kAddress);
  if (found != told.npos)
    port_ = static_cast<std::uint16_t>(std::strtoul(told.c_str() + found + kAddress.size(), nullptr, 10));
  if (port_ != 0) return;
  std::fprintf(stderr, "%s does not serve: %s\n", program.c_str(), told.c_str());
  std::exit(1);
}

Served::~Served() {
  ::kill(process_, SIGTERM);
  ::waitpid(process_, nullptr, 0);
}

}  // namespace duello
