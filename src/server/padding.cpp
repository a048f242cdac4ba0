#include "server/padding.hpp"

#include <string_view>

namespace duello {

namespace {

constexpr std::string_view kBegin = R"(,"pad":")";
constexpr std::string_view kEnd = R"("})";
constexpr std::size_t kLeast = kBegin.size() + kEnd.size() - 1;  // it takes the place of a brace

}  // namespace

std::size_t padded_size(std::size_t size) { return (size + kLeast + kPaddingStep - 1) / kPaddingStep * kPaddingStep; }

void pad(std::string& object, std::size_t size) {
  if (object.size() == size) return;
  if (object.size() + kLeast > size) size = padded_size(object.size());
  object.pop_back();
  object += kBegin;
  object.append(size - object.size() - kEnd.size(), ' ');
  object += kEnd;
}

}  // namespace duello
