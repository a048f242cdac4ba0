#include "server/table_news.hpp"

#include <utility>

#include "server/padding.hpp"

namespace duello {

namespace {

constexpr std::size_t kUsualLength = 250;

// Both end with an object, the first with one that is not empty; it has the keys of both then.
void add_members(std::string& text, std::string_view more) {
  if (more == "{}") return;
  text.back() = ',';
  text += more.substr(1);
}

}  // namespace

TableNews::TableNews(const ServedTable& table, Bookmark behind, Moment now, std::string& texts)
    : table_(table), behind_(behind), now_(now), texts_(texts) {
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

TableNews::Place TableNews::told(const Outlook& outlook, std::string_view called) {
  if (outlook.onlooker) return written(outlook, called);
  std::optional<Place>& shared = watchers_[outlook.views ? 1 : 0];
  if (!shared) shared = written(outlook, called);
  return *shared;
}

TableNews::Place TableNews::written(const Outlook& outlook, std::string_view called) {
  const std::size_t begin = texts_.size();
  if (outlook.onlooker && table_.chosen()->facts().hidden) {
    std::string text = text_for(outlook, called);
    const std::size_t open = text_for({.onlooker = std::nullopt, .views = outlook.views}, called).size();
    pad(text, padded_size(open + table_.secret_room(outlook.views)));
    texts_ += text;
  } else {
    texts_ += text_for(outlook, called);
  }
  return {begin, texts_.size() - begin};
}

std::string TableNews::text_for(const Outlook& outlook, std::string_view called) const {
  std::string text;
  text.reserve(kUsualLength + same_.size());
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
