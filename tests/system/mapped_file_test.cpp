#include "system/mapped_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string>

#include "system/descriptor.hpp"

namespace duello {
namespace {

constexpr std::size_t kPages = 5;

// A file of ones, which nobody else can see.
class OpenFile {
 public:
  OpenFile() : name_(testing::TempDir() + "duello-mapped-XXXXXX"), file_(::mkstemp(name_.data())) {
    ::unlink(name_.c_str());
    const std::string ones(size(), '\1');
    EXPECT_EQ(::write(file_.number(), ones.data(), ones.size()), static_cast<ssize_t>(ones.size()));
  }
  static std::size_t page() { return static_cast<std::size_t>(::getpagesize()); }
  static std::size_t size() { return page() * kPages; }
  std::unique_ptr<MappedFile> mapped() const { return std::make_unique<MappedFile>(file_.number(), size()); }
  void cut(std::size_t size) const { EXPECT_EQ(::ftruncate(file_.number(), static_cast<off_t>(size)), 0); }

 private:
  std::string name_;
  Descriptor file_;
};

std::ptrdiff_t ones_in(const MappedFile& file) { return std::ranges::count(file.bytes(), std::byte{1}); }

TEST(MappedFile, IsTheFile) {
  const OpenFile file;
  const auto mapped = file.mapped();
  ASSERT_TRUE(mapped->is_there());
  EXPECT_EQ(ones_in(*mapped), file.size());
  EXPECT_TRUE(mapped->is_whole());
}

TEST(MappedFile, HasZerosWhereTheFileHasBeenCutShort) {
  const OpenFile file;
  const OpenFile other;
  const auto mapped = file.mapped();
  const auto untouched = other.mapped();
  file.cut(2 * file.page());
  EXPECT_TRUE(mapped->is_whole()) << "nobody has looked";
  EXPECT_EQ(ones_in(*mapped), 2 * file.page());
  EXPECT_FALSE(mapped->is_whole());
  EXPECT_EQ(ones_in(*untouched), other.size());
  EXPECT_TRUE(untouched->is_whole());
}

TEST(MappedFile, IsWholeAgainWhenItIsMappedAnew) {
  const OpenFile file;
  for (int repeat = 0; repeat < 3; ++repeat) {
    file.cut(file.size());
    const auto mapped = file.mapped();
    EXPECT_TRUE(mapped->is_whole());
    file.cut(0);
    EXPECT_EQ(ones_in(*mapped), 0);
    EXPECT_FALSE(mapped->is_whole());
  }
}

TEST(MappedFile, IsNotThereIfItCannotBe) { EXPECT_FALSE(MappedFile(-1, 1).is_there()); }

TEST(MappedFile, LeavesOtherErrorsOfTheBusToOthers) {
  const OpenFile file;
  const auto mapped = file.mapped();
  EXPECT_DEATH((::raise(SIGBUS), std::_Exit(0)), "");
}

}  // namespace
}  // namespace duello
