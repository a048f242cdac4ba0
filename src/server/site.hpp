// The page for browsers: a folder of files, read once, so that no path leads anywhere else later.
#pragma once

#include <expected>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/text.hpp"

namespace duello {

struct SiteFile {
  std::string plain;
  std::string gzip;  // empty if there is none, as the next
  std::string brotli;
  std::string_view type;
  std::string_view cache;  // how long browsers may keep it
  std::string tag;         // changes when the contents do
};

// What of a file is sent to somebody.
struct SiteBody {
  std::string_view bytes;
  std::string_view coding;  // empty if it is the plain file
};
SiteBody body_for(const SiteFile& file, std::string_view accepted_codings);
// Whether somebody who has the files with these tags has this one.
bool is_known(const SiteFile& file, std::string_view tags);

class Site {
 public:
  // Nothing in it.
  Site() = default;
  // Links are not followed. FILE.gz and FILE.br are other forms of FILE if there is one.
  static std::expected<Site, Complaint> read(const std::string& folder);

  // What an address means; `path` is behind the first slash and still has its %XX. Nothing if nothing is there.
  const SiteFile* at(std::string_view path) const;
  bool is_empty() const { return files_.empty(); }

 private:
  std::map<std::string, SiteFile, std::less<>> files_;
};

}  // namespace duello
