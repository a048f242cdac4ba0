// Where the tables are kept, in words: a store, or a sentence that gives no password away.
#include "server/store_address.hpp"

#include <gmock/gmock.h>

#include "tests/server/store_testing.hpp"

namespace duello {
namespace {

TEST(StoreAddressTest, NamesAFile) {
  const StoreFolder folder;
  const auto store = open_store(cat("sqlite:", folder.in("tables")));
  ASSERT_TRUE(store) << store.error().why;
  EXPECT_TRUE((*store)->add(stored_table("a")));
  const auto again = open_store(cat("sqlite:", folder.in("tables")));
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().why, cat("Another server uses '", folder.in("tables"), "'"));
}

TEST(StoreAddressTest, KeepsPasswordsToItself) {
  for (const char* const address :
       {"postgres://bob:s3cret@/x?host=/nowhere", "postgresql://bob:s3cret@127.0.0.1:1/x",
        "postgres://bob:s3cret@nobody.invalid/x", "postgres:///x?host=/nowhere/s3cret&password=s3cret",
        "postgres://bob:s3cret/x@y", "postgres://bob:s3cret@h/x?no_such=option", "mysql://bob:s3cret@h/x"}) {
    const auto store = open_store(address);
    ASSERT_FALSE(store);
    EXPECT_THAT(store.error().why, testing::Not(testing::HasSubstr("s3cret"))) << address;
  }
}

TEST(StoreAddressTest, SaysWhatThereIs) {
  for (const char* const address : {"", "tables", "sqlite:", "sqlite", "postgres", "postgres:x", "mysql://h/x"}) {
    const auto store = open_store(address);
    ASSERT_FALSE(store) << address;
    EXPECT_EQ(store.error().why, "The tables are kept in sqlite:FILE or postgres://USER@HOST/NAME");
  }
}

}  // namespace
}  // namespace duello
