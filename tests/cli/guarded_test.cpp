// What a program says of an error that nothing else has handled.
#include "guarded.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace duello {
namespace {

TEST(Guarded, SaysWhatTheSystemRefused) {
  const auto sentence = [](const auto& error) { return std::string(sentence_for(std::make_exception_ptr(error))); };
  EXPECT_EQ(sentence(std::system_error(EAGAIN, std::generic_category())),
            "duello: The system has no room for another thread.\n");
  EXPECT_EQ(sentence(std::system_error(ENOSYS, std::generic_category(), "getentropy")),
            "duello: getentropy: Function not implemented.\n");
  const std::filesystem::filesystem_error missing("cannot open", "/nowhere",
                                                  std::make_error_code(std::errc::no_such_file_or_directory));
  EXPECT_NE(sentence(missing).find("No such file or directory"), std::string::npos) << sentence(missing);
  EXPECT_EQ(sentence(std::system_error(EIO, std::generic_category(), std::string(5000, 'x'))).substr(900),
            "xxxxxxxx.\n");
  EXPECT_EQ(sentence(std::bad_alloc()), "duello: The memory is not enough for that.\n");
  EXPECT_EQ(sentence(std::logic_error("a bug")), "");
}

}  // namespace
}  // namespace duello
