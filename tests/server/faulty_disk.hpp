// A disk for SQLite that fails on demand, and tells what is left of a file after a crash. While it lives, everything
// that SQLite opens in this process goes through it.
#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace duello {

class FaultyDisk {
 public:
  enum class Fault : std::uint8_t {
    none,
    write,        // nothing is written
    short_write,  // half of it is
    sync,         // what was written may be on the disk or not
  };
  enum class Call : std::uint8_t { write, sync };
  // Asked before each call, with the name of the file.
  using Decide = std::function<Fault(Call call, const std::string& file)>;

  FaultyDisk() {
    real_ = sqlite3_vfs_find(nullptr);
    vfs_ = *real_;
    vfs_.zName = "faulty";
    vfs_.szOsFile = static_cast<int>(sizeof(File)) + real_->szOsFile;
    vfs_.pAppData = this;
    vfs_.xOpen = open;
    vfs_.xDelete = remove;
    sqlite3_vfs_register(&vfs_, 1);
  }
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;
  ~FaultyDisk() {
    sqlite3_vfs_unregister(&vfs_);
    sqlite3_vfs_register(real_, 1);
  }

  void decide(Decide decide) {
    const std::scoped_lock lock(mutex_);
    decide_ = std::move(decide);
  }
  // As if the power failed now: makes the files of that folder in another one. Of what was written to a file since it
  // was synced last, `survives` says which writes are there.
  void crash(const std::string& folder, const std::string& to, const std::function<bool()>& survives) {
    const std::scoped_lock lock(mutex_);
    for (const auto& [name, image] : images_) {
      if (!name.starts_with(folder + '/') || name.ends_with("-shm")) continue;
      std::string bytes = image.synced;
      for (const Change& change : image.changes)
        if (survives()) apply(bytes, change);
      std::ofstream(to + name.substr(folder.size()), std::ios::binary) << bytes;
      std::filesystem::permissions(to + name.substr(folder.size()), std::filesystem::perms(0600));
    }
  }

 private:
  struct Change {
    std::size_t place = 0;
    std::string bytes;
    bool cuts = false;  // the file ends at the place
  };
  struct Image {
    std::string synced;
    std::vector<Change> changes;  // since then
  };
  struct File {
    sqlite3_file base;
    FaultyDisk* disk;
    std::string* name;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  };

  static void apply(std::string& bytes, const Change& change) {
    if (change.cuts) return bytes.resize(std::min(bytes.size(), change.place));
    bytes.resize(std::max(bytes.size(), change.place + change.bytes.size()));
    bytes.replace(change.place, change.bytes.size(), change.bytes);
  }
  Fault decided(Call call, const std::string& file) { return decide_ ? decide_(call, file) : Fault::none; }

  static File& of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }

  static int open(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* opened, int flags, int* out_flags) {
    auto& disk = *static_cast<FaultyDisk*>(vfs->pAppData);
    File& file = of(opened);
    file.base.pMethods = nullptr;
    const int status = disk.real_->xOpen(disk.real_, name, file.real(), flags, out_flags);
    if (file.real()->pMethods == nullptr) return status;
    file.disk = &disk;
    file.name = new std::string(name == nullptr ? "" : name);
    file.base.pMethods = methods();
    if (name == nullptr) return status;
    const std::scoped_lock lock(disk.mutex_);
    if (disk.images_.contains(name)) return status;
    std::ifstream in(name, std::ios::binary);
    disk.images_[name].synced = std::string(std::istreambuf_iterator<char>(in), {});
    return status;
  }
  static int remove(sqlite3_vfs* vfs, const char* name, int sync) {
    auto& disk = *static_cast<FaultyDisk*>(vfs->pAppData);
    {
      const std::scoped_lock lock(disk.mutex_);
      disk.images_.erase(name);
    }
    return disk.real_->xDelete(disk.real_, name, sync);
  }
  static int close(sqlite3_file* opened) {
    File& file = of(opened);
    delete file.name;
    return file.real()->pMethods->xClose(file.real());
  }
  static int write(sqlite3_file* opened, const void* bytes, int size, sqlite3_int64 place) {
    File& file = of(opened);
    FaultyDisk& disk = *file.disk;
    const std::scoped_lock lock(disk.mutex_);
    const Fault fault = disk.decided(Call::write, *file.name);
    if (fault == Fault::write) return SQLITE_IOERR_WRITE;
    const int written = fault == Fault::short_write ? size / 2 : size;
    disk.images_[*file.name].changes.push_back(
        {static_cast<std::size_t>(place),
         std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(written))});
    const int status = file.real()->pMethods->xWrite(file.real(), bytes, written, place);
    return fault == Fault::short_write ? SQLITE_FULL : status;
  }
  static int truncate(sqlite3_file* opened, sqlite3_int64 size) {
    File& file = of(opened);
    const std::scoped_lock lock(file.disk->mutex_);
    file.disk->images_[*file.name].changes.push_back({static_cast<std::size_t>(size), "", true});
    return file.real()->pMethods->xTruncate(file.real(), size);
  }
  static int sync(sqlite3_file* opened, int flags) {
    File& file = of(opened);
    const std::scoped_lock lock(file.disk->mutex_);
    if (file.disk->decided(Call::sync, *file.name) == Fault::sync) return SQLITE_IOERR_FSYNC;
    Image& image = file.disk->images_[*file.name];
    for (const Change& change : image.changes) apply(image.synced, change);
    image.changes.clear();
    // The test's own disk need not turn.
    return SQLITE_OK + 0 * flags;
  }

  static const sqlite3_io_methods* methods() {
    static const sqlite3_io_methods kMethods{
        .iVersion = 2,
        .xClose = close,
        .xRead = [](sqlite3_file* f, void* bytes, int size,
                    sqlite3_int64 place) { return of(f).real()->pMethods->xRead(of(f).real(), bytes, size, place); },
        .xWrite = write,
        .xTruncate = truncate,
        .xSync = sync,
        .xFileSize = [](sqlite3_file* f,
                        sqlite3_int64* size) { return of(f).real()->pMethods->xFileSize(of(f).real(), size); },
        .xLock = [](sqlite3_file* f, int level) { return of(f).real()->pMethods->xLock(of(f).real(), level); },
        .xUnlock = [](sqlite3_file* f, int level) { return of(f).real()->pMethods->xUnlock(of(f).real(), level); },
        .xCheckReservedLock = [](sqlite3_file* f,
                                 int* out) { return of(f).real()->pMethods->xCheckReservedLock(of(f).real(), out); },
        .xFileControl = [](sqlite3_file* f, int what,
                           void* data) { return of(f).real()->pMethods->xFileControl(of(f).real(), what, data); },
        .xSectorSize = [](sqlite3_file* f) { return of(f).real()->pMethods->xSectorSize(of(f).real()); },
        .xDeviceCharacteristics =
            [](sqlite3_file* f) { return of(f).real()->pMethods->xDeviceCharacteristics(of(f).real()); },
        .xShmMap =
            [](sqlite3_file* f, int page, int size, int extend, void volatile** at) {
              return of(f).real()->pMethods->xShmMap(of(f).real(), page, size, extend, at);
            },
        .xShmLock = [](sqlite3_file* f, int offset, int n,
                       int flags) { return of(f).real()->pMethods->xShmLock(of(f).real(), offset, n, flags); },
        .xShmBarrier = [](sqlite3_file* f) { of(f).real()->pMethods->xShmBarrier(of(f).real()); },
        .xShmUnmap = [](sqlite3_file* f,
                        int remove) { return of(f).real()->pMethods->xShmUnmap(of(f).real(), remove); },
        .xFetch = nullptr,
        .xUnfetch = nullptr};
    return &kMethods;
  }

  sqlite3_vfs* real_;
  sqlite3_vfs vfs_{};
  std::mutex mutex_;
  Decide decide_;
  std::map<std::string, Image> images_;
};

}  // namespace duello
