// Who talks to the server, by address, and how much of it they may have.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text.hpp"

namespace duello {

// An IP address. Those of version 4 are written as version 6 has them.
struct Address {
  std::array<std::uint8_t, 16> bytes{};

  static std::optional<Address> read(std::string_view text);
  bool is_version_4() const;
  std::string text() const;
  // Whoever has one address of version 6 usually has all that begin with the same 64 bits.
  Address household() const;
  // An organization usually has all that begin with the same 48 bits.
  Address site() const;
  friend bool operator==(const Address&, const Address&) = default;

 private:
  Address prefix(std::ptrdiff_t size) const;
};

// "192.168.0.0/16", or a single address.
class AddressRange {
 public:
  static std::expected<AddressRange, Complaint> read(std::string_view text);
  bool holds(const Address& address) const;

 private:
  Address first_;
  std::size_t bits_ = 128;  // that are the same in all of them
};

bool any_holds(std::span<const AddressRange> ranges, const Address& address);

// Who has really asked: the last address of an X-Forwarded-For header that is none of our proxies, if the one at the
// other end is a proxy of ours. Others may write into that header what they like.
Address asking_address(const Address& peer, std::string_view forwarded_for, std::span<const AddressRange> proxies);

// Where to listen.
struct Endpoint {
  Address address;
  std::uint16_t port = 0;

  // "127.0.0.1:8080", "[::1]:8080".
  static std::expected<Endpoint, Complaint> read(std::string_view text);
  std::string text() const;
};

// So much a second, and some of it saved up.
class TokenBucket {
 public:
  using Time = std::chrono::steady_clock::time_point;
  struct Measure {
    double a_second = 10;
    double at_once = 50;
  };

  explicit TokenBucket(const Measure& measure, Time now) : left_(measure.at_once), since_(now) {}
  // False if nothing is left.
  bool take(const Measure& measure, Time now);
  bool is_full(const Measure& measure, Time now) const { return filled(measure, now) >= measure.at_once; }
  bool is_empty(const Measure& measure, Time now) const { return filled(measure, now) < 1; }

 private:
  double filled(const Measure& measure, Time now) const;

  double left_;
  Time since_;
};

struct VisitorLimits {
  std::size_t connections = 200;                                  // of an address at a time
  TokenBucket::Measure connects{.a_second = 50, .at_once = 300};  // new ones, each with its TLS handshake
  TokenBucket::Measure requests{.a_second = 50, .at_once = 300};
  TokenBucket::Measure messages{.a_second = 100, .at_once = 500};
};

// Those that are connected, and those that were not long ago.
class Visitors {
 public:
  using Time = TokenBucket::Time;

  // One of them; stays where it is as long as it has connections.
  class Visitor {
   public:
    Visitor(const VisitorLimits& limits, Time now)
        : limits_(&limits),
          connects_(limits.connects, now),
          requests_(limits.requests, now),
          messages_(limits.messages, now) {}

    bool may_ask(Time now) { return requests_.take(limits_->requests, now); }
    bool may_say(Time now) { return messages_.take(limits_->messages, now); }
    // False if it has too many, or too many new ones.
    bool connect(Time now);
    void disconnect() { --connections_; }

   private:
    friend class Visitors;
    bool is_forgettable(Time now) const {
      return connections_ == 0 && connects_.is_full(limits_->connects, now) &&
             requests_.is_full(limits_->requests, now) && messages_.is_full(limits_->messages, now);
    }

    const VisitorLimits* limits_;
    std::size_t connections_ = 0;
    TokenBucket connects_;
    TokenBucket requests_;
    TokenBucket messages_;
  };

  explicit Visitors(const VisitorLimits& limits) : limits_(limits) {}
  Visitors(const Visitors&) = delete;
  Visitors& operator=(const Visitors&) = delete;

  Visitor& at(const Address& address, Time now);
  // Forgets those that are as if they had never come.
  void forget(Time now);
  std::size_t size() const { return all_.size(); }

 private:
  struct Hash {
    std::size_t operator()(const Address& address) const;
  };

  VisitorLimits limits_;
  std::unordered_map<Address, Visitor, Hash> all_;
};

}  // namespace duello
