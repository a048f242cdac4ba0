#include "server/postgres_library.hpp"

#include <dlfcn.h>

#include <optional>

namespace duello {

namespace {

// Finds functions by their names, and remembers whether all were there.
class Finder {
 public:
  explicit Finder(void* library) : library_(library) {}

  template <class Function>
  void find(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(::dlsym(library_, name));
    all_ = all_ && function != nullptr;
  }
  bool all() const { return all_; }

 private:
  void* library_;
  bool all_ = true;
};

std::optional<PostgresLibrary> loaded() {
  void* const library = ::dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::nullopt;
  PostgresLibrary found{};
  Finder finder(library);
  finder.find(found.clear, "PQclear");
  finder.find(found.connect_poll, "PQconnectPoll");
  finder.find(found.connect_start, "PQconnectStartParams");
  finder.find(found.free_options, "PQconninfoFree");
  finder.find(found.parse_options, "PQconninfoParse");
  finder.find(found.consume_input, "PQconsumeInput");
  finder.find(found.error_message, "PQerrorMessage");
  finder.find(found.finish, "PQfinish");
  finder.find(found.flush, "PQflush");
  finder.find(found.free_memory, "PQfreemem");
  finder.find(found.get_result, "PQgetResult");
  finder.find(found.get_length, "PQgetlength");
  finder.find(found.get_value, "PQgetvalue");
  finder.find(found.is_null, "PQgetisnull");
  finder.find(found.is_busy, "PQisBusy");
  finder.find(found.notifies, "PQnotifies");
  finder.find(found.row_count, "PQntuples");
  finder.find(found.parameter, "PQparameterStatus");
  finder.find(found.error_field, "PQresultErrorField");
  finder.find(found.result_error, "PQresultErrorMessage");
  finder.find(found.result_status, "PQresultStatus");
  finder.find(found.send_prepare, "PQsendPrepare");
  finder.find(found.send_query, "PQsendQuery");
  finder.find(found.send_prepared, "PQsendQueryPrepared");
  finder.find(found.set_notice_processor, "PQsetNoticeProcessor");
  finder.find(found.set_nonblocking, "PQsetnonblocking");
  finder.find(found.socket, "PQsocket");
  finder.find(found.status, "PQstatus");
  return finder.all() ? std::optional(found) : std::nullopt;
}

}  // namespace

const PostgresLibrary* PostgresLibrary::get() {
  static const std::optional<PostgresLibrary> library = loaded();
  return library ? &*library : nullptr;
}

}  // namespace duello
