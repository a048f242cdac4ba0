#include "json/games.hpp"

namespace duello {

void append_rules(std::string& text, const std::vector<RuleValue>& rules) {
  JsonObject json(text);
  for (const RuleValue& rule : rules) rule.is_word ? json.add(rule.key, rule.text) : json.add(rule.key, rule.value);
}

void add_game(JsonObject& json, const AnyGame& game) {
  json.add("game", game.facts().id);
  append_rules(json.at("rules"), game.rules());
}

void add_facts(JsonObject& json, const AnyGame& by_the_book) {
  const Facts& facts = by_the_book.facts();
  json.add("id", facts.id)
      .add("title", facts.title)
      .add("about", facts.pitch)
      .add("hidden", facts.hidden)
      .add("rules", by_the_book.rule_infos(), [](std::string& at, const RuleInfo& rule) {
        JsonObject each(at);
        each.add("key", rule.key).add("book", rule.book).add("range", rule.range());
        if (rule.words.empty())
          each.add("least", rule.least).add("most", rule.most);
        else
          each.add("words", rule.words);
        each.add("meaning", rule.meaning);
      });
}

void append_facts(std::string& text, const AnyGame& by_the_book) {
  JsonObject json(text);
  add_facts(json, by_the_book);
}

void append_variant(std::string& text, const Variant& variant, const AnyGame& game) {
  JsonObject json(text);
  json.add("name", variant.name);
  append_rules(json.at("rules"), game.rules());
  json.add("why", variant.why);
}

void append_count(std::string& text, const AnyGame& game, int depth, std::uint64_t count) {
  JsonObject json(text);
  add_game(json, game);
  json.add("depth", depth).add("count", count);
}

GameChoice read_choice(JsonFields& fields) {
  GameChoice choice{.id = fields.text("game"), .variant = fields.text_or_none("variant"), .settings = {}, .table = ""};
  const JsonValue* const rules = fields.find("rules");
  if (rules == nullptr) return choice;
  if (rules->kind == JsonValue::Kind::text) {
    choice.settings = words_of(rules->text);
    return choice;
  }
  if (rules->kind != JsonValue::Kind::object) fields.must_be("rules", "an object of rule values");
  for (std::size_t i = 0; i < rules->keys.size(); ++i) {
    const JsonValue& rule = rules->values[i];
    if (rule.kind != JsonValue::Kind::number && rule.kind != JsonValue::Kind::text)
      fields.must_be(cat("the rule ", in_quotes(rules->keys[i])), "a whole number or a word");
    choice.settings.push_back(cat(rules->keys[i], '=', rule.text));
  }
  return choice;
}

}  // namespace duello
