// A PostgreSQL of our own in a temporary folder, reached by a socket in there; it ends with the process that has it.
#pragma once

#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/text.hpp"
#include "tests/patience.hpp"

namespace duello {

class PrivatePostgres {
 public:
  enum class Disk : std::uint8_t { waited_for, not_waited_for };

  static std::expected<std::unique_ptr<PrivatePostgres>, Complaint> make(Disk disk) {
    const std::string programs = programs_folder();
    if (programs.empty()) return complaint("PostgreSQL is not installed (no initdb in /usr/lib/postgresql/*/bin)");
    std::string folder = std::filesystem::temp_directory_path() / "duello-postgres-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr) return complaint("No temporary folder can be made");
    std::unique_ptr<PrivatePostgres> made(new PrivatePostgres(programs, folder, disk));
    if (made->user_ != nullptr && ::chown(folder.c_str(), made->user_->pw_uid, made->user_->pw_gid) != 0)
      return complaint("The temporary folder cannot be given to the user postgres");
    const pid_t initdb = made->run({cat(programs, "/initdb"), "-D", cat(folder, "/data"), "-U", "postgres", "-A",
                                    "trust", "-E", "UTF8", "--locale=C", "--no-sync"});
    if (int status = 0; ::waitpid(initdb, &status, 0) != initdb || status != 0)
      return complaint("initdb has failed: see ", folder, "/log");
    if (!made->start()) return complaint("PostgreSQL does not start: see ", folder, "/log");
    return made;
  }

  ~PrivatePostgres() {
    stop();
    std::filesystem::remove_all(folder_);
  }

  bool start() {
    const char* const sync = disk_ == Disk::waited_for ? "fsync=on" : "fsync=off";
    server_ = run({cat(programs_, "/postgres"), "-D", cat(folder_, "/data"), "-k", folder_, "-c",
                   "listen_addresses=", "-c", sync, "-c", "max_connections=30", "-c", "log_min_messages=fatal"});
    const auto until = std::chrono::steady_clock::now() + kTestPatience;
    while (std::chrono::steady_clock::now() < until) {
      if (PQping(address("postgres").c_str()) == PQPING_OK) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  // Connections are cut.
  void stop() {
    if (server_ <= 0) return;
    ::kill(server_, SIGINT);
    ::waitpid(server_, nullptr, 0);
    server_ = 0;
  }

  // The one that has started all the others.
  pid_t process() const { return server_; }
  const std::string& folder() const { return folder_; }
  std::string address(const std::string& database) const {
    return cat("postgresql://postgres:a-secret@/", database, "?host=", folder_);
  }

  std::string new_database() {
    const std::string name = cat("tables", ++databases_);
    execute("postgres", cat("CREATE DATABASE ", name));
    return name;
  }

  class Connection {
   public:
    explicit Connection(const std::string& address) : connection_(PQconnectdb(address.c_str())) {}
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() { PQfinish(connection_); }

    // Empty, or what went wrong.
    std::string execute(const std::string& statements) const {
      PGresult* const result = PQexec(connection_, statements.c_str());
      const ExecStatusType status = PQresultStatus(result);
      PQclear(result);
      return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ? "" : PQerrorMessage(connection_);
    }

   private:
    PGconn* connection_;
  };

  std::unique_ptr<Connection> connect(const std::string& database) const {
    return std::make_unique<Connection>(address(database));
  }
  std::string execute(const std::string& database, const std::string& statements) const {
    return connect(database)->execute(statements);
  }

 private:
  PrivatePostgres(std::string programs, std::string folder, Disk disk)
      : programs_(std::move(programs)), folder_(std::move(folder)), disk_(disk) {
    if (::geteuid() == 0) user_ = ::getpwnam("postgres");  // PostgreSQL does not run as root
  }

  static std::string programs_folder() {
    std::string found;
    int newest = 0;
    std::error_code error;
    for (const auto& each : std::filesystem::directory_iterator("/usr/lib/postgresql", error)) {
      const int version = number_in<int>(each.path().filename().string()).value_or(0);
      if (version <= newest || !std::filesystem::exists(each.path() / "bin/initdb")) continue;
      newest = version;
      found = (each.path() / "bin").string();
    }
    return found;
  }

  pid_t run(std::vector<std::string> words) const {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const std::string log = cat(folder_, "/log");
    const pid_t child = ::fork();
    if (child != 0) return child;
    if (user_ != nullptr &&
        (::setgroups(0, nullptr) != 0 || ::setgid(user_->pw_gid) != 0 || ::setuid(user_->pw_uid) != 0))
      ::_exit(1);
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
    if (::chdir("/") == 0) ::execv(arguments[0], arguments.data());
    ::_exit(1);
  }

  std::string programs_;
  std::string folder_;
  Disk disk_;
  const passwd* user_ = nullptr;
  pid_t server_ = 0;
  int databases_ = 0;
};

}  // namespace duello
