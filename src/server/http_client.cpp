#include "server/http_client.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace duello {

namespace {

using Deadline = ClientSocket::Deadline;

constexpr std::chrono::seconds kHttpPatience{15};
constexpr std::size_t kLongestBody = std::size_t{4} << 20;

// Whether more may come behind it.
std::expected<bool, Complaint> read_more(ClientSocket& socket, std::string& text, Deadline deadline) {
  switch (socket.wait(deadline, -1)) {
    case ClientSocket::Came::nothing:
      return complaint("it did not answer in time");
    case ClientSocket::Came::wake:
      return complaint("it was not waited for");
    case ClientSocket::Came::bytes:
      break;
  }
  std::array<char, 16'384> room;
  const auto got = socket.read(room);
  if (!got) return std::unexpected(got.error());
  if (*got) text.append(room.data(), **got);
  return !*got || **got != 0;
}

// As long as it is said to be, or to the end.
std::expected<std::string, Complaint> read_body(ClientSocket& socket, const ResponseHead& head, std::string body,
                                                Deadline deadline) {
  const std::string_view told = head.field("content-length");
  const auto length = told.empty() ? std::optional(kLongestBody) : number_in<std::size_t>(told);
  if (!length || *length > kLongestBody || !head.field("transfer-encoding").empty())
    return complaint("its answer cannot be read");
  while (body.size() < *length) {
    const auto more = read_more(socket, body, deadline);
    if (!more) return std::unexpected(more.error());
    if (*more) continue;
    if (!told.empty()) return complaint("it hung up");
    return body;
  }
  if (told.empty()) return complaint("its answer is too long");
  body.resize(*length);
  return body;
}

// An old version of the protocol, in which nobody cuts answers into pieces.
std::string request_text(const ServerAddress& server, const HttpQuestion& question) {
  std::string text = cat(question.method, ' ', server.path, question.target, " HTTP/1.0\r\nHost: ", server.authority(),
                         "\r\nAccept: application/json, text/plain\r\n");
  if (!question.token.empty()) text += cat("Authorization: Bearer ", question.token, "\r\n");
  if (!question.body.empty())
    text += cat("Content-Type: application/json\r\nContent-Length: ", question.body.size(), "\r\n");
  return cat(text, "\r\n", question.body);
}

std::expected<HttpReceived, Complaint> exchanged(const ServerAddress& server, const HttpQuestion& question) {
  const Deadline deadline = std::chrono::steady_clock::now() + kHttpPatience;
  auto socket = ClientSocket::connect(server, deadline, -1);
  if (!socket) return std::unexpected(socket.error());
  if (const auto put = socket->write(request_text(server, question), deadline); !put)
    return std::unexpected(put.error());
  std::string rest;
  const auto head = read_head(*socket, rest, deadline);
  if (!head) return std::unexpected(head.error());
  auto body = read_body(*socket, *head, std::move(rest), deadline);
  if (!body) return std::unexpected(body.error());
  return HttpReceived{head->status, *std::move(body)};
}

}  // namespace

std::expected<ResponseHead, Complaint> ResponseHead::read(std::string_view text) {
  const auto wrong = [] { return complaint("it does not speak HTTP"); };
  const std::vector<std::string> lines = parts_of(text.substr(0, text.find(kEnd)), '\n');
  const std::vector<std::string> words = words_of(lines.front());
  if (!lines.front().starts_with("HTTP/1.") || words.size() < 2 || words[1].size() != 3) return wrong();
  const auto status = number_in<unsigned>(words[1]);
  if (!status || *status < 100) return wrong();
  ResponseHead head{.status = *status};
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const std::size_t colon = line.find(':');
    if (colon == line.npos || colon == 0) return wrong();
    head.fields.emplace_back(lowered(line.substr(0, colon)), trimmed(line.substr(colon + 1)));
  }
  return head;
}

std::string_view ResponseHead::field(std::string_view name) const {
  const auto found = std::ranges::find(fields, name, &std::pair<std::string, std::string>::first);
  return found == fields.end() ? std::string_view() : found->second;
}

std::expected<ResponseHead, Complaint> read_head(ClientSocket& socket, std::string& rest, Deadline deadline) {
  std::string text;
  std::size_t end = text.npos;
  while ((end = text.find(ResponseHead::kEnd)) == text.npos) {
    if (text.size() > ResponseHead::kLongest) return complaint("it does not speak HTTP");
    const auto more = read_more(socket, text, deadline);
    if (!more) return std::unexpected(more.error());
    if (!*more) return complaint(text.empty() ? "it hung up" : "it does not speak HTTP");
  }
  rest = text.substr(end + ResponseHead::kEnd.size());
  return ResponseHead::read(text);
}

std::expected<HttpReceived, Complaint> asked(const ServerAddress& server, const HttpQuestion& question) {
  std::expected<HttpReceived, Complaint> answer = complaint("");
  quiet_thread([&] { answer = exchanged(server, question); }).join();
  if (!answer) return complaint("The server ", server.text(), " cannot be reached: ", answer.error().why);
  return answer;
}

}  // namespace duello
