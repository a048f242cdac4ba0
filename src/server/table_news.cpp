#include "server/table_news.hpp"

#include <utility>

namespace duello {

namespace {

constexpr std::size_t kUsualLength = 250;

// Both are the text of an object, the first of one that is not empty; it has the keys of both then.
void add_members(std::string& object, std::string_view more) {
  if (more == "{}") return;
  object.back() = ',';
  object += more.substr(1);
}

}  // namespace

TableNews::TableNews(const ServedTable& table, Bookmark behind, Moment now)
    : table_(table), behind_(behind), now_(now) {
  if (table_.chosen()->facts().hidden) return;
  same_.reserve(kUsualLength);
  JsonObject json(same_);
  add_events(json, std::nullopt);
}

void TableNews::add_events(JsonObject& json, Onlooker onlooker) const {
  table_.add_events(json, onlooker, behind_);
  table_.add_clock(json, now_);
  table_.add_standing(json, behind_);
}

Message TableNews::told(const Outlook& outlook, std::string_view called) {
  const auto written = [&] { return std::make_shared<const std::string>(text_for(outlook, called)); };
  if (outlook.onlooker) return written();
  Message& shared = watchers_[outlook.views ? 1 : 0];
  if (!shared) shared = written();
  return shared;
}

std::string TableNews::text_for(const Outlook& outlook, std::string_view called) const {
  std::string text;
  text.reserve(kUsualLength);
  {
    JsonObject json(text);
    table_.add_place(json, outlook.onlooker);
    if (same_.empty()) add_events(json, outlook.onlooker);
  }
  if (!same_.empty()) add_members(text, same_);
  if (outlook.views || !called.empty())
    add_members(text, object_text([&](JsonObject& json) {
                  if (outlook.views) table_.add_view(json, outlook.onlooker);
                  if (!called.empty()) json.add("id", called);
                }));
  return text;
}

}  // namespace duello
