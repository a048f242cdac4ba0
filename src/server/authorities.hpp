// Which authorities a client of TLS trusts: those that the machine trusts. OpenSSL is compiled for the places of one
// distribution, and a program that carries it runs on others.
#pragma once

#include <openssl/types.h>

#include <string>

namespace duello {

// A file with the certificates of all authorities, where distributions keep it; empty if there is none. `root` stands
// before every path.
std::string authorities_file(const std::string& root = "");

// Has the context trust what SSL_CERT_FILE and SSL_CERT_DIR name, or else what OpenSSL finds in its own places, or else
// `authorities_file`. False if OpenSSL cannot do it; a machine without authorities is no error here, but no certificate
// is good on it.
bool trust_authorities(SSL_CTX& context);

// The same, if OpenSSL's own places are these.
bool trust_authorities(SSL_CTX& context, const std::string& usual_file, const std::string& usual_folder,
                       const std::string& root);

}  // namespace duello
