// The user's folders, and which files are really in them.
#include "store/folders.hpp"

#include "tests/store/testing.hpp"

namespace duello {
namespace {

using FoldersTest = Folder;

TEST_F(FoldersTest, ComeFromTheXdgVariablesOrElseFromHome) {
  const Variable home("HOME", "/home/ann");
  {
    const Variable state("XDG_STATE_HOME", "/state");
    const Variable data("XDG_DATA_HOME", "/data");
    EXPECT_EQ(state_folder(), "/state/duello");
    EXPECT_EQ(data_folder(), "/data/duello");
  }
  // What is no absolute path counts as not set.
  for (const std::optional<std::string>& named :
       {std::optional<std::string>(), std::optional<std::string>(""), std::optional<std::string>("state")}) {
    const Variable state("XDG_STATE_HOME", named);
    const Variable data("XDG_DATA_HOME", named);
    EXPECT_EQ(state_folder(), "/home/ann/.local/state/duello");
    EXPECT_EQ(data_folder(), "/home/ann/.local/share/duello");
  }
}

TEST_F(FoldersTest, CannotBeNamedWithoutAHome) {
  const Variable state("XDG_STATE_HOME", std::nullopt);
  const Variable data("XDG_DATA_HOME", std::nullopt);
  for (const std::optional<std::string>& named : {std::optional<std::string>(), std::optional<std::string>("ann")}) {
    const Variable home("HOME", named);
    ASSERT_FALSE(state_folder());
    EXPECT_EQ(state_folder().error().why, "Neither XDG_STATE_HOME nor HOME names a folder");
    ASSERT_FALSE(data_folder());
    EXPECT_EQ(data_folder().error().why, "Neither XDG_DATA_HOME nor HOME names a folder");
    EXPECT_FALSE(is_among_own(path_));
  }
}

TEST_F(FoldersTest, OnesOwnFilesAreThoseThatReallyLieThere) {
  const Variable state("XDG_STATE_HOME", in("state"));
  fs::create_directories(in("state/duello/games"));
  fs::create_directories(in("state/duello-2"));
  fs::create_directory_symlink("state", in("way"));
  for (const char* const file : {"state/duello/games/a", "state/duello-2/a", "foreign"}) std::ofstream(in(file)) << "";
  fs::create_symlink(in("foreign"), in("state/duello/games/link"));
  EXPECT_TRUE(is_among_own(in("state/duello/games/a")));
  EXPECT_TRUE(is_among_own(in("way/duello/../duello/games/a")));
  EXPECT_FALSE(is_among_own(in("state/duello-2/a")));
  EXPECT_FALSE(is_among_own(in("state/duello/../../foreign")));
  EXPECT_FALSE(is_among_own(in("state/duello/games/link")));
  EXPECT_FALSE(is_among_own(in("state/duello/games/nowhere")));
  EXPECT_FALSE(is_among_own(in("state/duello/../../nowhere")));
}

TEST_F(FoldersTest, NoFileIsOnesOwnWithoutAStateFolder) {
  const Variable state("XDG_STATE_HOME", in("state"));
  std::ofstream(in("a")) << "";
  EXPECT_FALSE(is_among_own(in("a")));
}

}  // namespace
}  // namespace duello
