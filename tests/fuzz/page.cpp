// Whatever a page asks, one question a line: the answer is JSON, and a refusal is one printable sentence that
// changes nothing at the table.
#include "json/reader.hpp"
#include "page/desk.hpp"
#include "tests/fuzz/input.hpp"

using namespace duello;

namespace {

JsonValue read(const std::string& answer) {
  const auto json = read_json(answer, {.bytes = std::size_t{1} << 30, .depth = 32});
  must(json.has_value());
  return *json;
}

const JsonValue* refusal_in(const JsonValue& answer) { return answer.find("error"); }

// A position takes no time, a solve may take any: work that reports is stopped at once.
bool stop(std::uint64_t /*done*/, std::uint64_t /*total*/) { return false; }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMostQuestions = 12;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // What is known of a game stays known from input to input, or most of the time would go into solving.
  static const auto shelf = std::make_shared<Shelf>(stop);
  Desk desk(shelf, [] { return ~(std::uint64_t{1} << 40U); });
  std::size_t asked = 0;
  for (const std::string& question : lines_of(text)) {
    if (++asked > kMostQuestions) break;
    const std::string before = desk.answer(R"({"ask":"state"})");
    const JsonValue answer = read(desk.answer(question));
    const JsonValue* const refused = refusal_in(answer);
    if (refused == nullptr) continue;
    must(refused->kind == JsonValue::Kind::text && is_printable(refused->text) && refused->text.ends_with('.'));
    must(desk.answer(R"({"ask":"state"})") == before);
  }
  // What was played is taken up again from its record as it was.
  const JsonValue state = read(desk.answer(R"({"ask":"state"})"));
  if (refusal_in(state) != nullptr || state.find("result") != nullptr) return 0;
  const std::string record = state.find("record")->text;
  std::string question;
  JsonObject(question).add("ask", "resume").add("record", record);
  const JsonValue resumed = read(desk.answer(question));
  must(refusal_in(resumed) == nullptr && resumed.find("record")->text == record);
  return 0;
}
