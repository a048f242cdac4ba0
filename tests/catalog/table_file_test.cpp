#include "catalog/table_file.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/solve/raw_table.hpp"
#include "tests/solve/testing.hpp"

namespace duello {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string bytes_in(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Into a new file: some disks write at once what replaces an old one, and that takes its time.
void write_bytes(const fs::path& file, std::string_view bytes) {
  fs::remove(file);
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string contents_of(const SolvedGame& table) {
  std::string bytes;
  for (const auto& part : table.contents()->parts())
    bytes.append(reinterpret_cast<const char*>(part.data()), part.size());
  return bytes;
}

std::vector<std::uint64_t> shape_of(const SolvedGame& table) { return table.contents()->shape; }

template <class G>
std::expected<std::unique_ptr<SolvedGame>, Complaint> loaded(const std::string& file, const std::string& name,
                                                             const typename G::Rules& rules) {
  return load_table(file, name, [&](const TableInStorage& stored) { return stored_values(G(rules), stored); });
}

// Empty if nothing was wrong.
template <class T>
std::string why_of(const std::expected<T, Complaint>& done) {
  return done ? "" : done.error().why;
}

// One kind of table: the game it is of, and the shape and the checksum that its file has.
template <class G>
struct Kind;
template <>
struct Kind<ColorBridge> {
  static constexpr ColorBridge::Rules kRules{.length = 4};
  static constexpr std::string_view kShapeAndChecksum = "81\n11118271169707114199";
};
template <>
struct Kind<CaptureTheFlag> {
  static constexpr CaptureTheFlag::Rules kRules{.flag = 3};
  static constexpr std::string_view kShapeAndChecksum = "1024 31\n15457531070404505608";
};

// A folder of its own for every test.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "duello-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }
  fs::path operator/(std::string_view name) const { return path_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

template <class G>
class TableFile : public ::testing::Test {
 protected:
  TableFile() {
    EXPECT_TRUE(save_table(file_, name_, *table_));
    saved_ = bytes_in(file_);
  }

  // Why a file with these bytes is refused; empty if it is not.
  std::string objection_to(std::string_view bytes, const std::string& name) {
    write_bytes(folder_ / "other", bytes);
    return why_of(loaded<G>(folder_ / "other", name, Kind<G>::kRules));
  }
  std::string objection_to(std::string_view bytes) { return objection_to(bytes, name_); }
  // Why a file with a right checksum is refused.
  std::string objection_to(const std::vector<std::uint64_t>& shape, const std::string& contents) {
    EXPECT_TRUE(save_table(folder_ / "other", name_, RawTable(TableKind::values, shape, contents)));
    return why_of(loaded<G>(folder_ / "other", name_, Kind<G>::kRules));
  }

  std::size_t header_size() { return saved_.size() - contents_of(*table_).size(); }
  // The saved file with another text in one line of its header: the version, the game, the shape or the checksum.
  std::string with_line(int number, std::string_view text) {
    std::size_t begin = 0;
    for (; number != 0; --number) begin = saved_.find('\n', begin) + 1;
    std::string bytes = saved_;
    return bytes.replace(begin, saved_.find('\n', begin) - begin, text);
  }

  Folder folder_;
  std::string file_ = folder_ / "table";
  std::string name_ = name_of<G>(Kind<G>::kRules);
  std::unique_ptr<SolvedGame> table_ = oracle_of<G>(Kind<G>::kRules);
  std::string saved_;
};
using TableTypes = ::testing::Types<ColorBridge, CaptureTheFlag>;
TYPED_TEST_SUITE(TableFile, TableTypes);

// A complaint fits a sentence: one line of it, and something in it.
::testing::AssertionResult is_one_sentence(const std::string& why) {
  if (why.empty()) return ::testing::AssertionFailure() << "it was accepted";
  if (!is_printable(why) || why.ends_with('.')) return ::testing::AssertionFailure() << why;
  return ::testing::AssertionSuccess();
}

TYPED_TEST(TableFile, GivesBackWhatWasSaved) {
  const auto found = loaded<TypeParam>(this->file_, this->name_, Kind<TypeParam>::kRules);
  ASSERT_TRUE(found);
  EXPECT_EQ(shape_of(**found), shape_of(*this->table_));
  EXPECT_EQ((*found)->positions(), this->table_->positions());
  EXPECT_EQ(contents_of(**found), contents_of(*this->table_));
  const auto start = AnyView::of(TypeParam(Kind<TypeParam>::kRules).start(Seat::one));
  EXPECT_EQ((*found)->value(start), this->table_->value(start));
}

// Tables that were saved by others, or long ago, take hours to solve again.
TYPED_TEST(TableFile, BeginsAsItAlwaysHas) {
  EXPECT_EQ(this->saved_.substr(0, this->header_size()),
            cat("duello table 1\n", this->name_, '\n', Kind<TypeParam>::kShapeAndChecksum, '\n'));
}

TYPED_TEST(TableFile, LeavesNothingBesideIt) { EXPECT_EQ(this->folder_.files(), 1U); }

TYPED_TEST(TableFile, ReplacesAnOldFile) {
  write_bytes(this->file_, "something else");
  ASSERT_TRUE(save_table(this->file_, this->name_, *this->table_));
  EXPECT_EQ(bytes_in(this->file_), this->saved_);
}

TYPED_TEST(TableFile, IsRefusedIfCutShortAnywhere) {
  const std::size_t every = this->header_size() + 100;
  for (std::size_t length = 0; length < this->saved_.size(); length += length < every ? 1 : 97)
    ASSERT_TRUE(is_one_sentence(this->objection_to(this->saved_.substr(0, length)))) << length << " bytes";
}

TYPED_TEST(TableFile, IsRefusedIfAnythingFollowsIt) {
  EXPECT_TRUE(is_one_sentence(this->objection_to(this->saved_ + '\0')));
  EXPECT_TRUE(is_one_sentence(this->objection_to(this->saved_ + this->saved_)));
}

std::string with_bit_flipped(std::string bytes, std::size_t bit) {
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ 1 << bit % 8);
  return bytes;
}

TYPED_TEST(TableFile, IsRefusedIfABitOfItsHeaderIsWrong) {
  std::vector<std::string> accepted;
  for (std::size_t bit = 0; bit < this->header_size() * 8; ++bit) {
    const std::string bytes = with_bit_flipped(this->saved_, bit);
    const std::string why = this->objection_to(bytes);
    if (why.empty())
      accepted.push_back(bytes.substr(0, this->header_size()));
    else
      EXPECT_TRUE(is_one_sentence(why)) << bit;
  }
  EXPECT_EQ(accepted, std::vector<std::string>());
}

TYPED_TEST(TableFile, IsRefusedIfABitOfItsContentsIsWrong) {
  for (std::size_t bit = this->header_size() * 8; bit < this->saved_.size() * 8; bit += 37)
    ASSERT_TRUE(is_one_sentence(this->objection_to(with_bit_flipped(this->saved_, bit)))) << "bit " << bit;
}

TYPED_TEST(TableFile, IsRefusedIfItIsForAnotherGame) {
  const std::string why = this->objection_to(this->saved_, "color-clash disks=4 positions=9");
  EXPECT_THAT(why, HasSubstr(cat("is for '", this->name_, "', not for 'color-clash disks=4 positions=9'")));
}

TYPED_TEST(TableFile, NamesAnotherGameInNoMoreThanEightyCharacters) {
  const std::string longest(80, 'x');
  EXPECT_THAT(this->objection_to(this->with_line(1, longest)), HasSubstr(cat("is for '", longest, "', not for")));
  EXPECT_THAT(this->objection_to(this->with_line(1, longest + 'y')),
              HasSubstr(cat("is for '", longest, "...', not for")));
}

TYPED_TEST(TableFile, IsRefusedIfItIsForOtherRules) {
  auto rules = Kind<TypeParam>::kRules;
  ++(rules.*(TypeParam::Rules::kFields[0].value));
  EXPECT_THAT(this->objection_to(this->saved_, name_of<TypeParam>(rules)), HasSubstr("not for"));
}

TYPED_TEST(TableFile, IsRefusedIfItIsOfALaterVersion) {
  for (const std::string_view version : {"2", "10", "1 ", "1.1", "-1"})
    EXPECT_THAT(this->objection_to(this->with_line(0, cat("duello table ", version))),
                HasSubstr("is of another version"))
        << version;
}

TYPED_TEST(TableFile, IsRefusedIfItIsNoTableAtAll) {
  for (const std::string_view bytes : {"", "\n", "\n\n\n\n", "Duello table 1\n", "#!/bin/sh\n", "duello"})
    EXPECT_THAT(this->objection_to(bytes), HasSubstr("is not a table of solved positions"));
}

TYPED_TEST(TableFile, IsRefusedWithoutEndlessLines) {
  const std::string line(5'000'000, 'x');
  EXPECT_TRUE(is_one_sentence(this->objection_to(line)));
  const std::string why = this->objection_to(cat("duello table 1\n", line));
  EXPECT_TRUE(is_one_sentence(why));
  EXPECT_LT(why.size(), 500U);
}

TYPED_TEST(TableFile, HasLinesOfLessThanAThousandCharacters) {
  const auto objection_to_name = [&](std::size_t length) {
    const std::string name(length, 'x');
    EXPECT_TRUE(save_table(this->file_, name, *this->table_));
    return why_of(loaded<TypeParam>(this->file_, name, Kind<TypeParam>::kRules));
  };
  EXPECT_EQ(objection_to_name(999), "");
  EXPECT_TRUE(is_one_sentence(objection_to_name(1000)));
}

TYPED_TEST(TableFile, IsRefusedWithoutStrangeCharacters) {
  EXPECT_TRUE(is_one_sentence(this->objection_to(cat("duello table 1\n", "\033[31m\r\b\x7f\xff", '\n'))));
  EXPECT_TRUE(is_one_sentence(this->objection_to("duello table \033[2J\n")));
}

// Believing these would take all the memory there is.
TYPED_TEST(TableFile, IsRefusedIfItsShapeIsAbsurd) {
  for (const std::string_view shape : {"18446744073709551615", "18446744073709551615 1", "18446744073709551616 1",
                                       "4611686018427387904 1", "1099511627776 0", "1152921504606846976 5", "-1",
                                       "-1 -1", "-1024 -1", "0", "0 0", "", " ", "x", "1 2 3 4 5 6 7 8 9", "1e9 1"})
    EXPECT_TRUE(is_one_sentence(this->objection_to(this->with_line(2, shape)))) << shape;
}

// From here on the checksum is right, and what it is of is not.
TYPED_TEST(TableFile, IsRefusedIfItsShapeIsNotItsOwn) {
  const std::string bytes = contents_of(*this->table_);
  for (const std::vector<std::uint64_t>& shape :
       {std::vector<std::uint64_t>{}, {0}, {1}, {1, 0}, {1, 1}, {2, 1}, {3, 1}, {1024}, {1024, 1024}, {1024, 2000}})
    EXPECT_TRUE(is_one_sentence(this->objection_to(shape, bytes))) << ::testing::PrintToString(shape);
}

TYPED_TEST(TableFile, IsRefusedIfItHoldsNothingButOneByte) {
  const std::string bytes = contents_of(*this->table_);
  for (int byte = 0; byte < 256; ++byte)
    EXPECT_TRUE(is_one_sentence(this->objection_to(shape_of(*this->table_), std::string(bytes.size(), char(byte)))))
        << byte;
}

// So small a table is looked through from end to end.
TYPED_TEST(TableFile, IsRefusedIfAnyValueThatCountsIsWrong) {
  const std::string right = contents_of(*this->table_);
  std::size_t tried = 0;
  std::size_t refused = 0;
  for (std::size_t i = 0; i < right.size(); i += 1 + right.size() / 100) {
    ++tried;
    std::string wrong = right;
    wrong[i] = static_cast<char>(wrong[i] ^ 4);
    const std::string why = this->objection_to(shape_of(*this->table_), wrong);
    if (why.empty()) continue;
    ASSERT_TRUE(is_one_sentence(why));
    ++refused;
  }
  EXPECT_GE(refused * 3, tried) << "the others are of no position that can be reached";
}

TYPED_TEST(TableFile, IsRefusedIfItIsAnotherGamesUnderThisName) {
  auto rules = Kind<TypeParam>::kRules;
  rules.*(TypeParam::Rules::kFields[1].value) -= 1;
  const auto other = oracle_of<TypeParam>(rules);
  EXPECT_THAT(this->objection_to(shape_of(*other), contents_of(*other)), HasSubstr("solve the game again"));
}

TEST(LargeTable, EndsTheWorkIfItLacksAPositionThatIsAskedFor) {
  const CaptureTheFlag game({.flag = 3});
  const TableOracle<Solution<CaptureTheFlag>> empty(kFromFile, game);
  EXPECT_THROW(empty.value(AnyView::of(game.start(Seat::one))), DamagedTable);
}

// Opening a pipe with nobody at its other end would wait for ever.
TYPED_TEST(TableFile, IsNotReadFromWhatIsNoRegularFile) {
  ASSERT_EQ(::mkfifo((this->folder_ / "pipe").c_str(), 0600), 0);
  for (const std::string& file :
       {std::string(this->folder_ / "pipe"), std::string("/dev/null"), std::string("/dev/zero")})
    EXPECT_THAT(why_of(loaded<TypeParam>(file, this->name_, Kind<TypeParam>::kRules)),
                HasSubstr("is not a regular file"));
}

TYPED_TEST(TableFile, IsNotReadFromAFolder) {
  EXPECT_TRUE(is_one_sentence(why_of(loaded<TypeParam>(this->folder_ / "", this->name_, Kind<TypeParam>::kRules))));
}

TYPED_TEST(TableFile, IsNamedInFullWhenItIsRefused) {
  const std::string file = this->folder_ / std::string(200, 'x');
  for (const std::string_view contents : {"", "duello table 7\n", "duello table 1\nanother game\n"}) {
    std::ofstream(file) << contents;
    EXPECT_THAT(why_of(loaded<TypeParam>(file, this->name_, Kind<TypeParam>::kRules)),
                HasSubstr(cat('\'', file, '\'')));
  }
}

TYPED_TEST(TableFile, IsNotReadFromNowhere) {
  EXPECT_THAT(why_of(loaded<TypeParam>(this->folder_ / "missing", this->name_, Kind<TypeParam>::kRules)),
              HasSubstr("cannot be read: No such file or directory"));
}

TYPED_TEST(TableFile, IsNotReadFromAnUnfinishedFileBesideIt) {
  fs::rename(this->file_, this->file_ + cat(".", ::getpid(), ".part"));
  EXPECT_FALSE(loaded<TypeParam>(this->file_, this->name_, Kind<TypeParam>::kRules));
}

// Not even the administrator can write below a file.
TYPED_TEST(TableFile, IsNotWrittenWhereThereIsNoFolder) {
  for (const std::string& where : {this->file_ + "/below", std::string(this->folder_ / "missing/table")}) {
    const std::string why = why_of(save_table(where, this->name_, *this->table_));
    EXPECT_TRUE(is_one_sentence(why));
    EXPECT_THAT(why, HasSubstr("cannot be written"));
  }
}

TYPED_TEST(TableFile, IsNotWrittenOverAFolder) {
  fs::create_directory(this->folder_ / "folder");
  EXPECT_FALSE(save_table(this->folder_ / "folder", this->name_, *this->table_));
  EXPECT_EQ(this->folder_.files(), 2U) << "and nothing is left beside it";
}

// A table that takes a while to write, and two states of it.
class InterruptedSave : public ::testing::Test {
 protected:
  InterruptedSave() {
    const std::string empty(contents_of(*solved_).size(), '\0');
    EXPECT_TRUE(save_table(file_, kName, RawTable(TableKind::values, shape_of(*solved_), empty)));
    old_ = bytes_in(file_);
    EXPECT_TRUE(save_table(folder_ / "new", kName, *solved_));
    new_ = bytes_in(folder_ / "new");
    fs::remove(folder_ / "new");
  }

  // Saves the solved table over the other in a process of its own, which ends with 0 if that went well.
  template <class Prepare>
  pid_t save_elsewhere(Prepare prepare) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    prepare();
    ::_exit(save_table(file_, kName, *solved_) ? 0 : 1);
  }
  static int end_of(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
  }
  // No file may grow beyond this.
  static void limit_files(std::size_t bytes) {
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    const rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }

  static constexpr const char* kName = "color-bridge";
  Folder folder_;
  std::string file_ = folder_ / "table";
  std::unique_ptr<SolvedGame> solved_ = oracle_of<ColorBridge>({});
  std::string old_;
  std::string new_;
};

TEST_F(InterruptedSave, LeavesTheOldFileWhereverItIsKilled) {
  for (std::size_t bytes = 0; bytes < new_.size(); bytes += new_.size() / 20) {
    const int status = end_of(save_elsewhere([&] { limit_files(bytes); }));
    ASSERT_TRUE(WIFSIGNALED(status)) << bytes;
    ASSERT_TRUE(bytes_in(file_) == old_) << bytes;
  }
}

TEST_F(InterruptedSave, LeavesTheOldFileOrTheNewOneWheneverItIsKilled) {
  for (int delay = 0; delay < 3000; delay += 150) {
    const pid_t child = save_elsewhere([] {});
    std::this_thread::sleep_for(std::chrono::microseconds(delay));
    ::kill(child, SIGKILL);
    const int status = end_of(child);
    const std::string now = bytes_in(file_);
    ASSERT_TRUE(now == old_ || now == new_) << delay;
    ASSERT_TRUE(now == new_ || WIFSIGNALED(status)) << "a save that went well is there";
    write_bytes(file_, old_);
  }
}

TEST_F(InterruptedSave, CleansUpWhereTheDiskIsFull) {
  const int status = end_of(save_elsewhere([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    limit_files(new_.size() / 2);
  }));
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << "it is refused";
  EXPECT_TRUE(bytes_in(file_) == old_);
  EXPECT_EQ(folder_.files(), 1U);
}

}  // namespace
}  // namespace duello
