// Files as the program meets them: opened only if they are what they should be, read and replaced whole, and locked.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/text.hpp"
#include "system/descriptor.hpp"

namespace duello {

// Why a file cannot be read or written, as the system says just now: "'FILE' cannot be written: …".
std::unexpected<Complaint> cannot(std::string_view verb, const std::string& file);

// Opens what must be a regular file; `flags` and `mode` as for open(2). Never waits: a pipe without a writer is refused
// like any other thing that can hold no contents.
std::expected<Descriptor, Complaint> open_regular(const std::string& file, int flags, mode_t mode = 0666);

// At most so many bytes; a file that has more is refused before it is read, and a stream as soon as that is clear.
std::expected<std::string, Complaint> contents_of(const std::string& file, std::uint64_t most);

// The file behind all links, without . and .. on the way; nothing if there is no such file.
std::optional<std::string> real_path(const std::string& path);

// False, and errno says why, if not all of it could be written.
bool write_all(const Descriptor& file, std::string_view text);
bool write_at(const Descriptor& file, std::string_view text, std::size_t at);
// False if not all of it is there, or it cannot be read.
bool read_at(const Descriptor& file, std::span<char> room, std::uint64_t at);

// Nobody else gets the lock as long as the descriptor is open. False, and errno says why, if it cannot be had.
enum class Patience : std::uint8_t { none, endless };
bool lock(const Descriptor& file, Patience patience);

// Whether what is written must survive even a power cut, or only the end of the program.
enum class Durability : std::uint8_t { process, machine };

// How a file is made that takes another's place.
struct NewFile {
  mode_t mode = 0666;                            // less what the user's mask takes away
  std::optional<mode_t> exactly = std::nullopt;  // instead of that
  Durability durability = Durability::machine;
};

// All or nothing: whoever looks sees the old contents or the new. `write` fills a locked new file beside the old one,
// and answers false, with errno, if it cannot. A link stays one: the file behind it is replaced. What comes back is the
// new file, still open and locked. Files that programs which were killed have left unfinished in the folder go away.
using Write = std::function<bool(const Descriptor&)>;
std::expected<Descriptor, Complaint> replace_file(const std::string& file, const NewFile& how, const Write& write);
std::expected<void, Complaint> replace_file(const std::string& file, const NewFile& how, std::string_view contents);
// Whether that has a chance, for whoever has long work to do before; nothing is changed.
std::expected<void, Complaint> can_be_replaced(const std::string& file);

// With all the folders above it; nothing happens if it is there.
std::expected<void, Complaint> make_folder(const std::string& folder);

}  // namespace duello
