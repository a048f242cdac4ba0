// On whose word a client takes a server for what it says it is, on the machines of several distributions.
#include "server/authorities.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

#include "core/text.hpp"

namespace duello {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "SSL_CERT_FILE";
constexpr const char* kFolder = "SSL_CERT_DIR";

class Authorities : public testing::Test {
 protected:
  using Context = std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)>;

  // A certificate is made once: it takes a while.
  static void SetUpTestSuite() {
    std::string name = testing::TempDir() + "duelloXXXXXX";
    made_ = ::mkdtemp(name.data());
    const std::string command = cat("cd ", made_.string(),
                                    " && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes "
                                    "-days 2 -subj /CN=localhost -keyout key.pem -out cert.pem 2>/dev/null");
    ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT: a test, and every word of it is ours
  }
  static void TearDownTestSuite() { fs::remove_all(made_); }

  Authorities() {
    root_ = made_ / "root";
    for (std::size_t i = 0; i < std::size(kVariables); ++i) {
      const char* const value = std::getenv(kVariables[i]);
      if (value != nullptr) before_[i] = value;
      ::unsetenv(kVariables[i]);
    }
  }
  ~Authorities() override {
    for (std::size_t i = 0; i < std::size(kVariables); ++i)
      if (before_[i]) ::setenv(kVariables[i], before_[i]->c_str(), 1);
    fs::remove_all(root_);
  }

  std::string put(const std::string& path) const {
    const fs::path file = root_ / path;
    fs::create_directories(file.parent_path());
    fs::copy_file(made_ / "cert.pem", file);
    return file;
  }
  // How many authorities are trusted where OpenSSL's own places are these, besides those that OpenSSL really finds on
  // this machine.
  int trusted(const std::string& usual_file = "/nonexistent/cert.pem",
              const std::string& usual_folder = "/nonexistent/certs") const {
    const Context context(::SSL_CTX_new(::TLS_client_method()), ::SSL_CTX_free);
    EXPECT_TRUE(trust_authorities(*context, usual_file, usual_folder, root_));
    return count(context) - found_by_openssl();
  }
  static int found_by_openssl() {
    const Context context(::SSL_CTX_new(::TLS_client_method()), ::SSL_CTX_free);
    EXPECT_EQ(::SSL_CTX_set_default_verify_paths(context.get()), 1);
    return count(context);
  }
  std::string made(const std::string& name) const { return made_ / name; }

  static fs::path made_;  // NOLINT: private, as far as a fixture can be
  fs::path root_;

 private:
  static int count(const Context& context) {
    return ::sk_X509_OBJECT_num(::X509_STORE_get0_objects(::SSL_CTX_get_cert_store(context.get())));
  }

  static constexpr const char* kVariables[] = {kFile, kFolder};
  std::optional<std::string> before_[std::size(kVariables)];
};
fs::path Authorities::made_;

TEST_F(Authorities, LieWhereEachDistributionHasThem) {
  EXPECT_EQ(authorities_file(root_), "");
  for (const char* const path :
       {"/etc/ssl/cert.pem", "/etc/ssl/ca-bundle.pem", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/certs/ca-certificates.crt"}) {
    put(&path[1]);
    EXPECT_EQ(authorities_file(root_), root_.string() + path);
  }
}

TEST_F(Authorities, AreNoFolders) {
  fs::create_directories(root_ / "etc/ssl/cert.pem");
  EXPECT_EQ(authorities_file(root_), "");
}

TEST_F(Authorities, AreTrusted) {
  EXPECT_EQ(trusted(), 0);
  put("etc/pki/tls/certs/ca-bundle.crt");
  EXPECT_EQ(trusted(), 1);
}

TEST_F(Authorities, AreNotSoughtElsewhereIfTheUsualPlaceHasThem) {
  put("etc/ssl/cert.pem");
  EXPECT_EQ(trusted(made("cert.pem")), 0);
  fs::create_directories(root_ / "certs");
  EXPECT_EQ(trusted("/nonexistent/cert.pem", root_ / "certs"), 1);
  put("certs/one.pem");
  EXPECT_EQ(trusted("/nonexistent/cert.pem", root_ / "certs"), 0);
}

TEST_F(Authorities, AreThoseOfTheEnvironmentIfItNamesAny) {
  put("etc/ssl/cert.pem");
  ::setenv(kFolder, "/nonexistent", 1);
  EXPECT_EQ(trusted(), 0);
  ::setenv(kFile, made("cert.pem").c_str(), 1);
  EXPECT_EQ(found_by_openssl(), 1);
  EXPECT_EQ(trusted(), 0);
  ::setenv(kFile, "", 1);
  ::unsetenv(kFolder);
  EXPECT_EQ(trusted(), 1);
  ::unsetenv(kFile);
}

}  // namespace
}  // namespace duello
