// A file as memory, without having been read.
#pragma once

#include <cstddef>
#include <span>

namespace duello {

struct MappedPlace;

// Stays as long as this is there, whatever becomes of the file: where that has been cut short since, or cannot be read,
// zeros stand in its place.
class MappedFile {
 public:
  // So much of an open file.
  MappedFile(int file, std::size_t size);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  // If not, errno said why, and nothing else may be asked.
  bool is_there() const { return place_ != nullptr; }
  std::span<const std::byte> bytes() const { return bytes_; }
  // False once somebody has looked at zeros that are not the file's.
  bool is_whole() const;

 private:
  std::span<const std::byte> bytes_;
  MappedPlace* place_ = nullptr;
};

}  // namespace duello
