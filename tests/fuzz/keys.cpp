// Bytes as a terminal sends them: the same keys however they arrive, and an edited line that stays in its bounds.
#include "cli/keys.hpp"

#include <string>
#include <vector>

#include "cli/line_editor.hpp"
#include "core/text.hpp"
#include "tests/fuzz/input.hpp"

using namespace duello;

namespace {

std::vector<Key> taken(std::string& unread, MoreBytes more) {
  std::vector<Key> keys;
  while (!unread.empty()) {
    const auto press = first_key(unread, more);
    must(press.has_value() || more == MoreBytes::may_come);
    if (!press) break;
    must(press->length >= 1 && press->length <= unread.size());
    keys.push_back(press->key);
    unread.erase(0, press->length);
  }
  return keys;
}

void append(std::vector<Key>& keys, const std::vector<Key>& more) { keys.insert(keys.end(), more.begin(), more.end()); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);

  std::string whole = bytes;
  const std::vector<Key> at_once = taken(whole, MoreBytes::will_not);
  std::vector<Key> slowly;
  std::string unread;
  for (const char byte : bytes) {
    unread += byte;
    append(slowly, taken(unread, MoreBytes::may_come));
  }
  append(slowly, taken(unread, MoreBytes::will_not));
  must(at_once == slowly);

  constexpr std::size_t kMost = 40;
  constexpr std::size_t kColumns = 10;
  LineEditor line({"help", "hint", "rules"}, kMost, {"1-2", "undo"});
  for (const Key& key : at_once) {
    line.press(key);
    const auto window = line.window(kColumns);
    must(line.text().size() <= kMost && window.cursor <= window.text.size() && columns(window.text) <= kColumns &&
         columns(window.text.substr(0, window.cursor)) < kColumns);
  }

  if (const auto report = cursor_report_in(bytes)) {
    must(report->begin + report->length <= bytes.size());
    const auto again = cursor_report_in(std::string_view(bytes).substr(report->begin, report->length));
    must(again && again->row == report->row && again->column == report->column);
  }
  return 0;
}
