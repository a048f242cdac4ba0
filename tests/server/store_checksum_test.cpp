// Checksums that notice every changed byte.
#include "server/store_checksum.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/server/store_testing.hpp"

namespace duello {
namespace {

TEST(StoreChecksumTest, IsTheOneOfCastagnoli) {
  EXPECT_EQ(crc32c(""), 0U);
  EXPECT_EQ(crc32c("123456789"), 0xe3069283U);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a9136aaU);  // from RFC 3720
  EXPECT_EQ(crc32c("6789", crc32c("12345")), crc32c("123456789"));
}

TEST(StoreChecksumTest, DependsOnWhereATextStands) {
  const std::set<std::uint32_t> all{checksum_of_input("a", 1, "x"), checksum_of_input("b", 1, "x"),
                                    checksum_of_input("a", 2, "x"), checksum_of_input("a", 1, "y"),
                                    checksum_of_input("a", 1, "")};
  EXPECT_EQ(all.size(), 5U);
  StoredTable other = stored_table("a");
  other.timed = !other.timed;
  EXPECT_NE(checksum_of_table(other), checksum_of_table(stored_table("a")));
  for (const std::size_t player : {0U, 1U}) {
    other = stored_table("a");
    other.hashes[player] += 'x';
    EXPECT_NE(checksum_of_table(other), checksum_of_table(stored_table("a"))) << "a seat";
  }
  other = stored_table("a");
  other.state = TableState::over;
  EXPECT_EQ(checksum_of_table(other), checksum_of_table(stored_table("a")));
}

}  // namespace
}  // namespace duello
