#include "server/site.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "core/try.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestFile = std::uint64_t{64} << 20;

struct Type {
  std::string_view ending;
  std::string_view type;
};
constexpr std::array kTypes{
    Type{".css", "text/css; charset=utf-8"},
    Type{".html", "text/html; charset=utf-8"},
    Type{".js", "text/javascript; charset=utf-8"},
    Type{".json", "application/json"},
    Type{".png", "image/png"},
    Type{".svg", "image/svg+xml"},
    Type{".txt", "text/plain; charset=utf-8"},
    Type{".wasm", "application/wasm"},
    Type{".webmanifest", "application/manifest+json"},
    Type{".woff2", "font/woff2"},
};

std::string_view type_of(std::string_view path) {
  const auto* const found = std::ranges::find_if(kTypes, [&](const Type& each) { return path.ends_with(each.ending); });
  return found == kTypes.end() ? "application/octet-stream" : found->type;
}

// A name that holds a hash of what is in the file: assets/NAME-HASH.ENDING, with a hash of eight characters.
bool is_hashed(std::string_view path) {
  constexpr std::size_t kHash = 8;
  constexpr std::string_view kFolder = "assets/";
  const std::size_t slash = path.rfind('/');
  const std::size_t dot = path.rfind('.');
  if (slash == path.npos || dot == path.npos || dot < slash) return false;
  const std::string_view folder = path.substr(0, slash + 1);
  if (folder != kFolder && !folder.ends_with("/assets/")) return false;
  const std::string_view stem = path.substr(slash + 1, dot - slash - 1);
  const auto is_of_hash = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
  };
  return stem.size() > kHash + 1 && stem[stem.size() - kHash - 1] == '-' &&
         std::ranges::all_of(stem.substr(stem.size() - kHash), is_of_hash);
}

std::string tag_of(std::string_view contents) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  constexpr std::size_t kBytes = 12;  // are sixteen characters
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(contents.data(), contents.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::string tag = "\"";
  for (std::size_t i = 0; i < kBytes; i += 3) {
    const auto three = static_cast<unsigned>(digest[i] << 16 | digest[i + 1] << 8 | digest[i + 2]);
    for (const int shift : {18, 12, 6, 0}) tag += kDigits[three >> shift & 63];
  }
  return tag += '"';
}

std::optional<unsigned> digit_of(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

std::optional<std::string> decoded(std::string_view path) {
  std::string text;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] != '%') {
      text += path[i];
      continue;
    }
    if (path.size() - i < 3) return std::nullopt;
    const auto high = digit_of(path[i + 1]);
    const auto low = digit_of(path[i + 2]);
    if (!high || !low) return std::nullopt;
    text += static_cast<char>(*high << 4 | *low);
    i += 2;
  }
  return text;
}

// Every plain file below the folder by its path, slashes between.
std::expected<std::map<std::string, std::string, std::less<>>, Complaint> contents_below(const std::string& folder) {
  std::map<std::string, std::string, std::less<>> contents;
  std::error_code error;
  for (fs::recursive_directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    if (each->symlink_status(error).type() != fs::file_type::regular) continue;
    DUELLO_TRY(auto read, contents_of(each->path(), kLargestFile));
    contents.emplace(each->path().lexically_relative(folder).generic_string(), std::move(read));
  }
  if (error) return complaint(path_in_quotes(folder), " cannot be read: ", error.message());
  return contents;
}

bool is_another_form(std::string_view path, const auto& contents) {
  return (path.ends_with(".gz") || path.ends_with(".br")) && contents.contains(path.substr(0, path.size() - 3));
}

template <class Contents>
std::string taken(Contents& contents, const std::string& path) {
  const auto found = contents.find(path);
  return found == contents.end() ? std::string() : std::move(found->second);
}

// Items of a list with commas, without what stands behind a semicolon.
template <class Is>
bool any_item(std::string_view list, const Is& is) {
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), item.size() + 1));
    if (is(trimmed(item))) return true;
  }
  return false;
}

// "br", or "br;q=0.5", but not "br;q=0".
bool accepts(std::string_view codings, std::string_view coding) {
  return any_item(codings, [coding](std::string_view item) {
    const std::size_t semicolon = item.find(';');
    if (trimmed(item.substr(0, semicolon)) != coding) return false;
    if (semicolon == item.npos) return true;
    const std::string_view weight = trimmed(item.substr(semicolon + 1));
    return !weight.starts_with("q=0") || weight.find_first_of("123456789") != weight.npos;
  });
}

}  // namespace

SiteBody body_for(const SiteFile& file, std::string_view accepted_codings) {
  if (!file.brotli.empty() && accepts(accepted_codings, "br")) return {.bytes = file.brotli, .coding = "br"};
  if (!file.gzip.empty() && accepts(accepted_codings, "gzip")) return {.bytes = file.gzip, .coding = "gzip"};
  return {.bytes = file.plain, .coding = {}};
}

bool is_known(const SiteFile& file, std::string_view tags) {
  return any_item(tags, [&](std::string_view tag) {
    if (tag.starts_with("W/")) tag.remove_prefix(2);
    return tag == file.tag || tag == "*";
  });
}

std::expected<Site, Complaint> Site::read(const std::string& folder) {
  DUELLO_TRY(auto contents, contents_below(folder));
  if (!contents.contains("index.html"))
    return complaint(path_in_quotes(folder), " holds no page, as there is no index.html in it; make site builds one");
  Site site;
  for (const auto& [path, text] : contents) {
    if (is_another_form(path, contents)) continue;
    SiteFile& file = site.files_[path];
    file.type = type_of(path);
    file.cache = is_hashed(path) ? "public, max-age=31536000, immutable" : "no-cache";
    file.tag = tag_of(text);
  }
  for (auto& [path, file] : site.files_) {
    file.plain = taken(contents, path);
    file.gzip = taken(contents, path + ".gz");
    file.brotli = taken(contents, path + ".br");
  }
  return site;
}

const SiteFile* Site::at(std::string_view path) const {
  auto plain = decoded(path);
  if (!plain) return nullptr;
  if (plain->empty() || plain->ends_with('/')) *plain += "index.html";
  const auto found = files_.find(*plain);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace duello
