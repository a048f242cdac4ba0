#include "json/reader.hpp"

#include <algorithm>
#include <utility>

#include "core/try.hpp"

namespace duello {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
// Stands for itself in a text.
bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

void append_utf8(std::string& text, std::uint32_t code) {
  const auto byte = [&](std::uint32_t bits) { text += static_cast<char>(bits); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xc0U | code >> 6U);
  } else {
    if (code < 0x10000) {
      byte(0xe0U | code >> 12U);
    } else {
      byte(0xf0U | code >> 18U);
      byte(0x80U | (code >> 12U & 0x3fU));
    }
    byte(0x80U | (code >> 6U & 0x3fU));
  }
  byte(0x80U | (code & 0x3fU));
}

class Parser {
 public:
  Parser(std::string_view text, const JsonLimits& limits)
      : text_(text), depth_(limits.depth), most_values_(limits.values) {}

  std::expected<JsonValue, Complaint> document() {
    auto value = next();
    if (!value) return value;
    skip_blanks();
    if (!at_end()) return wrong("nothing can follow the document");
    return value;
  }

 private:
  using Kind = JsonValue::Kind;

  static constexpr std::size_t kUsualKeys = 4;  // of an object; more are no trouble

  bool at_end() const { return at_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void skip_blanks() {
    while (!at_end() && (peek() == ' ' || peek() == '\n' || peek() == '\t' || peek() == '\r')) ++at_;
  }
  std::unexpected<Complaint> wrong(std::string_view why) const {
    return complaint("Character ", columns(text_.substr(0, at_)) + 1, ": ", why);
  }

  std::expected<JsonValue, Complaint> next() {
    skip_blanks();
    if (values_++ == most_values_) return wrong("these are too many values");
    if (peek() == '{' || peek() == '[') {
      if (depth_ == 0) return wrong("this is nested too deeply");
      --depth_;
      auto value = peek() == '{' ? object() : list();
      ++depth_;
      return value;
    }
    if (peek() == '"') {
      DUELLO_TRY(auto said, string());
      return JsonValue{Kind::text, std::move(said)};
    }
    if (peek() == '-' || is_digit(peek())) return number();
    for (const std::string_view word : {"true", "false", "null"})
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return JsonValue{word == "null" ? Kind::null : Kind::flag, std::string(word)};
      }
    return wrong("here a value is due: a text in quotes, a number, true, false, null, [ or {");
  }

  std::expected<JsonValue, Complaint> list() {
    JsonValue value{Kind::list};
    ++at_;
    skip_blanks();
    if (take(']')) return value;
    while (true) {
      auto each = next();
      if (!each) return each;
      value.values.push_back(*std::move(each));
      skip_blanks();
      if (take(']')) return value;
      if (!take(',')) return wrong("behind a value of a list comes , or ]");
    }
  }

  std::expected<JsonValue, Complaint> object() {
    JsonValue value{Kind::object};
    ++at_;
    skip_blanks();
    if (take('}')) return value;
    value.keys.reserve(kUsualKeys);
    value.values.reserve(kUsualKeys);
    while (true) {
      skip_blanks();
      if (peek() != '"') return wrong("here the key of an object is due, in quotes");
      DUELLO_TRY(auto key, string());
      skip_blanks();
      if (!take(':')) return wrong("behind a key comes :");
      auto each = next();
      if (!each) return each;
      value.keys.push_back(std::move(key));
      value.values.push_back(*std::move(each));
      skip_blanks();
      if (take('}')) break;
      if (!take(',')) return wrong("behind a value of an object comes , or }");
    }
    if (const std::string* const twice = key_that_is_twice(value.keys))
      return wrong(cat("the object that ends here has the key ", in_quotes(*twice), " twice"));
    return value;
  }

  static const std::string* key_that_is_twice(const std::vector<std::string>& keys) {
    if (keys.size() <= kUsualKeys) {
      for (auto each = keys.begin(); each != keys.end(); ++each)
        if (std::find(keys.begin(), each, *each) != each) return &*each;
      return nullptr;
    }
    std::vector<const std::string*> sorted;
    for (const std::string& key : keys) sorted.push_back(&key);
    std::ranges::sort(sorted, {}, [](const std::string* key) -> const std::string& { return *key; });
    const auto twice =
        std::ranges::adjacent_find(sorted, {}, [](const std::string* key) -> const std::string& { return *key; });
    return twice == sorted.end() ? nullptr : *twice;
  }

  // As the format has it; what it is worth is up to whoever wants it.
  std::expected<JsonValue, Complaint> number() {
    const std::size_t begin = at_;
    const auto digits = [&] {
      const std::size_t first = at_;
      while (is_digit(peek())) ++at_;
      return at_ != first;
    };
    take('-');
    bool good = take('0') || digits();
    if (take('.')) good = digits() && good;
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      good = digits() && good;
    }
    if (!good || is_digit(peek())) return wrong("this is not a number");
    return JsonValue{Kind::number, std::string(text_.substr(begin, at_ - begin))};
  }

  std::expected<std::string, Complaint> string() {
    std::string said;
    ++at_;
    while (true) {
      const std::size_t begin = at_;
      while (!at_end() && is_plain(text_[at_])) ++at_;
      said.append(text_, begin, at_ - begin);
      if (take('"')) return said;
      if (at_end()) return wrong("a text has no closing quote");
      if (take('\\')) {
        DUELLO_CHECK(escape(said));
        continue;
      }
      const std::size_t bytes = character_bytes(text_.substr(at_));
      if (bytes == 0) return wrong("this is not UTF-8");
      if (static_cast<unsigned char>(peek()) < 0x20) return wrong("a control character in a text must be escaped");
      said += text_.substr(at_, bytes);
      at_ += bytes;
    }
  }

  std::expected<void, Complaint> escape(std::string& said) {
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kNamed = "\"\\/\b\f\n\r\t";
    if (const std::size_t found = kNames.find(peek()); !at_end() && found != std::string_view::npos) {
      said += kNamed[found];
      ++at_;
      return {};
    }
    auto code = unit();
    if (!code) return wrong("a \\ must be followed by one of \" \\ / b f n r t, or by u and four digits");
    if (*code >= 0xd800 && *code < 0xdc00 && take('\\')) {
      const auto low = unit();
      if (!low || *low < 0xdc00 || *low > 0xdfff) return wrong("half of a character is missing");
      code = 0x10000 + ((*code - 0xd800) << 10U) + (*low - 0xdc00);
    }
    if (*code >= 0xd800 && *code <= 0xdfff) return wrong("half of a character is missing");
    append_utf8(said, *code);
    return {};
  }

  // The number in "u00e9".
  std::optional<std::uint32_t> unit() {
    constexpr std::size_t kDigits = 4;
    if (!take('u') || text_.size() - at_ < kDigits) return std::nullopt;
    std::uint32_t code = 0;
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, begin + kDigits, code, 16);
    if (error != std::errc() || end != begin + kDigits) return std::nullopt;
    at_ += kDigits;
    return code;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_;
  std::size_t values_ = 0;
  std::size_t most_values_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto found = std::ranges::find(keys, key);
  return found == keys.end() ? nullptr : &values[static_cast<std::size_t>(found - keys.begin())];
}

void JsonValue::forget(std::string_view key) {
  const auto found = std::ranges::find(keys, key);
  if (found == keys.end()) return;
  values.erase(values.begin() + (found - keys.begin()));
  keys.erase(found);
}

std::optional<std::uint64_t> JsonValue::whole() const {
  return kind == Kind::number ? number_in<std::uint64_t>(text) : std::nullopt;
}

std::expected<JsonValue, Complaint> read_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes) return complaint("The document has more than ", limits.bytes, " bytes");
  return Parser(text, limits).document();
}

}  // namespace duello
