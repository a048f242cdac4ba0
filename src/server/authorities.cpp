#include "server/authorities.hpp"

#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>

namespace duello {

namespace {

constexpr std::array kFiles{
    "/etc/ssl/certs/ca-certificates.crt",                 // Debian, Ubuntu, Arch, Gentoo
    "/etc/pki/tls/certs/ca-bundle.crt",                   // Fedora, RHEL
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // newer ones of them
    "/etc/ssl/ca-bundle.pem",                             // openSUSE
    "/etc/ssl/cert.pem",                                  // Alpine
};

bool is_readable_file(const std::string& path) {
  std::error_code none;
  return std::filesystem::is_regular_file(path, none) && ::access(path.c_str(), R_OK) == 0;
}

bool has_entries(const std::string& folder) {
  std::error_code none;
  const std::filesystem::directory_iterator first(folder, none);
  return !none && first != std::filesystem::directory_iterator();
}

bool is_set(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

}  // namespace

std::string authorities_file(const std::string& root) {
  for (const char* const file : kFiles)
    if (const std::string path = root + file; is_readable_file(path)) return path;
  return {};
}

bool trust_authorities(SSL_CTX& context) {
  return trust_authorities(context, ::X509_get_default_cert_file(), ::X509_get_default_cert_dir(), "");
}

bool trust_authorities(SSL_CTX& context, const std::string& usual_file, const std::string& usual_folder,
                       const std::string& root) {
  if (::SSL_CTX_set_default_verify_paths(&context) != 1) return false;
  if (is_set(::X509_get_default_cert_file_env()) || is_set(::X509_get_default_cert_dir_env())) return true;
  if (is_readable_file(usual_file) || has_entries(usual_folder)) return true;
  const std::string file = authorities_file(root);
  return file.empty() || ::SSL_CTX_load_verify_locations(&context, file.c_str(), nullptr) == 1;
}

}  // namespace duello
