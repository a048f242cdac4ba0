#include "server/visitors.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <functional>

namespace duello {

namespace {

constexpr std::array<std::uint8_t, 12> kVersion4{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr std::size_t kVersion4Bits = 96;

// Proxies may add a port, and brackets around version 6.
std::optional<Address> forwarded_address(std::string_view text) {
  if (text.starts_with('[')) return Address::read(text.substr(1, std::min(text.find(']'), text.size()) - 1));
  if (std::ranges::count(text, ':') == 1) text = text.substr(0, text.find(':'));
  return Address::read(text);
}

}  // namespace

std::optional<Address> Address::read(std::string_view text) {
  if (text.size() >= INET6_ADDRSTRLEN || text.find('\0') != text.npos) return std::nullopt;
  const std::string copy(text);
  Address address;
  if (::inet_pton(AF_INET6, copy.c_str(), address.bytes.data()) == 1) return address;
  std::ranges::copy(kVersion4, address.bytes.begin());
  if (::inet_pton(AF_INET, copy.c_str(), address.bytes.data() + kVersion4.size()) == 1) return address;
  return std::nullopt;
}

bool Address::is_version_4() const { return std::ranges::equal(kVersion4, std::span(bytes).first(kVersion4.size())); }

std::string Address::text() const {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (is_version_4())
    ::inet_ntop(AF_INET, bytes.data() + kVersion4.size(), text.data(), text.size());
  else
    ::inet_ntop(AF_INET6, bytes.data(), text.data(), text.size());
  return text.data();
}

Address Address::household() const { return prefix(8); }
Address Address::site() const { return prefix(6); }

Address Address::prefix(std::ptrdiff_t size) const {
  Address same = *this;
  if (!is_version_4()) std::fill(same.bytes.begin() + size, same.bytes.end(), std::uint8_t{0});
  return same;
}

std::expected<AddressRange, Complaint> AddressRange::read(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto first = Address::read(text.substr(0, slash));
  const auto wrong = [&] {
    return complaint("Addresses are named like 127.0.0.1 or 10.0.0.0/8, not ", in_quotes(text));
  };
  if (!first) return wrong();
  AddressRange range;
  range.first_ = *first;
  if (slash == text.npos) return range;
  const std::size_t least = first->is_version_4() ? kVersion4Bits : 0;
  const auto bits = number_in<std::size_t>(text.substr(slash + 1));
  if (!bits || *bits > 128 - least) return wrong();
  range.bits_ = least + *bits;
  return range;
}

bool AddressRange::holds(const Address& address) const {
  const std::size_t whole = bits_ / 8;
  const auto same = [&](std::size_t size) {
    return std::ranges::equal(std::span(address.bytes).first(size), std::span(first_.bytes).first(size));
  };
  if (!same(whole)) return false;
  if (bits_ % 8 == 0) return true;
  return (address.bytes[whole] ^ first_.bytes[whole]) >> (8 - bits_ % 8) == 0;
}

bool any_holds(std::span<const AddressRange> ranges, const Address& address) {
  return std::ranges::any_of(ranges, [&](const AddressRange& range) { return range.holds(address); });
}

Address asking_address(const Address& peer, std::string_view forwarded_for, std::span<const AddressRange> proxies) {
  Address asking = peer;
  while (!forwarded_for.empty() && any_holds(proxies, asking)) {
    const std::size_t comma = forwarded_for.rfind(',');
    const auto before =
        forwarded_address(trimmed(comma == forwarded_for.npos ? forwarded_for : forwarded_for.substr(comma + 1)));
    if (!before) break;
    asking = *before;
    forwarded_for = comma == forwarded_for.npos ? std::string_view() : forwarded_for.substr(0, comma);
  }
  return asking;
}

std::expected<Endpoint, Complaint> Endpoint::read(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const std::string_view host = text.substr(0, colon);
  const bool has_brackets = host.size() > 2 && host.starts_with('[') && host.ends_with(']');
  const auto address = Address::read(has_brackets ? host.substr(1, host.size() - 2) : host);
  const auto port = colon == text.npos ? std::nullopt : number_in<std::uint16_t>(text.substr(colon + 1));
  // Without brackets nobody knows where an address of version 6 ends.
  if (!address || !port || has_brackets != (host.find(':') != host.npos))
    return complaint("An address to listen at is like 127.0.0.1:8080 or [::1]:8080, not ", in_quotes(text));
  return Endpoint{.address = *address, .port = *port};
}

std::string Endpoint::text() const {
  return address.is_version_4() ? cat(address.text(), ':', port) : cat('[', address.text(), "]:", port);
}

double TokenBucket::filled(const Measure& measure, Time now) const {
  const std::chrono::duration<double> passed = now - since_;
  return std::min(measure.at_once, left_ + std::max(0.0, passed.count()) * measure.a_second);
}

bool TokenBucket::take(const Measure& measure, Time now) {
  const double filled_now = filled(measure, now);
  left_ = filled_now >= 1 ? filled_now - 1 : filled_now;
  since_ = now;
  return filled_now >= 1;
}

bool Visitors::Visitor::connect(Time now) {
  if (connections_ >= limits_->connections || !connects_.take(limits_->connects, now)) return false;
  ++connections_;
  return true;
}

Visitors::Visitor& Visitors::at(const Address& address, Time now) {
  return all_.try_emplace(address.household(), limits_, now).first->second;
}

void Visitors::forget(Time now) {
  std::erase_if(all_, [&](const auto& each) { return each.second.is_forgettable(now); });
}

std::size_t Visitors::Hash::operator()(const Address& address) const {
  return std::hash<std::string_view>()({reinterpret_cast<const char*>(address.bytes.data()), address.bytes.size()});
}

}  // namespace duello
