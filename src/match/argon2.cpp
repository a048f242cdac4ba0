#include "match/argon2.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace duello {

namespace {

using Bytes = std::vector<std::uint8_t>;
using Word = std::uint64_t;

void append(Bytes& to, std::span<const std::uint8_t> more) { to.insert(to.end(), more.begin(), more.end()); }
void append_number(Bytes& to, std::uint32_t number) {
  for (int i = 0; i < 4; ++i) to.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}
Word word_at(const std::uint8_t* bytes) {
  Word word = 0;
  for (int i = 0; i < 8; ++i) word |= Word{bytes[i]} << (8 * i);
  return word;
}

constexpr std::size_t kDigest = 64;

// BLAKE2b (RFC 7693) without a key.
class Blake2b {
 public:
  static Bytes digest(std::span<const std::uint8_t> message, std::size_t length) {
    Blake2b hash(length);
    for (; message.size() > kChunk; message = message.subspan(kChunk)) hash.take(message.first(kChunk), IsLast::no);
    hash.take(message, IsLast::yes);
    Bytes bytes(length);
    for (std::size_t i = 0; i < length; ++i) bytes[i] = static_cast<std::uint8_t>(hash.state_[i / 8] >> (i % 8 * 8));
    return bytes;
  }

 private:
  static constexpr std::size_t kChunk = 128;
  enum class IsLast : std::uint8_t { no, yes };

  static constexpr std::array<Word, 8> kStart{0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                              0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                              0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
  static constexpr std::array<std::array<std::uint8_t, 16>, 10> kOrder{{
      {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
      {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
      {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
      {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
      {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
      {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
      {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
      {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
      {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
      {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
  }};

  explicit Blake2b(std::size_t length) : state_(kStart) { state_[0] ^= 0x01010000 ^ length; }

  void take(std::span<const std::uint8_t> chunk, IsLast is_last) {
    taken_ += chunk.size();
    std::array<std::uint8_t, kChunk> filled{};
    std::ranges::copy(chunk, filled.begin());
    std::array<Word, 16> words;
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = word_at(filled.data() + 8 * i);

    std::array<Word, 16> mixed;
    std::ranges::copy(state_, mixed.begin());
    std::ranges::copy(kStart, mixed.begin() + 8);
    mixed[12] ^= taken_;
    if (is_last == IsLast::yes) mixed[14] = ~mixed[14];
    for (std::size_t round = 0; round < 12; ++round) {
      const auto& order = kOrder[round % kOrder.size()];
      for (std::size_t i = 0; i < 8; ++i) {
        // Down the columns of a square, then down its diagonals.
        const std::size_t turn = i / 4;
        mix(mixed[i % 4], mixed[4 + (i + turn) % 4], mixed[8 + (i + 2 * turn) % 4], mixed[12 + (i + 3 * turn) % 4],
            words[order[2 * i]], words[order[2 * i + 1]]);
      }
    }
    for (std::size_t i = 0; i < state_.size(); ++i) state_[i] ^= mixed[i] ^ mixed[i + 8];
  }

  static void mix(Word& a, Word& b, Word& c, Word& d, Word one, Word two) {
    a += b + one;
    d = std::rotr(d ^ a, 32);
    c += d;
    b = std::rotr(b ^ c, 24);
    a += b + two;
    d = std::rotr(d ^ a, 16);
    c += d;
    b = std::rotr(b ^ c, 63);
  }

  std::array<Word, 8> state_;
  Word taken_ = 0;
};

// A digest of any length.
Bytes long_digest(std::span<const std::uint8_t> message, std::size_t length) {
  Bytes asked;
  append_number(asked, static_cast<std::uint32_t>(length));
  append(asked, message);
  if (length <= kDigest) return Blake2b::digest(asked, length);
  Bytes last = Blake2b::digest(asked, kDigest);
  Bytes all(last.begin(), last.begin() + kDigest / 2);
  while (length - all.size() > kDigest) {
    last = Blake2b::digest(last, kDigest);
    append(all, std::span(last).first(kDigest / 2));
  }
  append(all, Blake2b::digest(last, length - all.size()));
  return all;
}

constexpr std::size_t kWords = 128;
using Block = std::array<Word, kWords>;

Block block_of(std::span<const std::uint8_t> bytes) {
  Block block;
  for (std::size_t i = 0; i < kWords; ++i) block[i] = word_at(bytes.data() + 8 * i);
  return block;
}

Bytes bytes_of(const Block& block) {
  Bytes bytes(8 * kWords);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(block[i / 8] >> (i % 8 * 8));
  return bytes;
}

inline Word sum(Word one, Word two) { return one + two + 2 * (one & 0xffffffff) * (two & 0xffffffff); }

inline void mix(Word& a, Word& b, Word& c, Word& d) {
  a = sum(a, b);
  d = std::rotr(d ^ a, 32);
  c = sum(c, d);
  b = std::rotr(b ^ c, 24);
  a = sum(a, b);
  d = std::rotr(d ^ a, 16);
  c = sum(c, d);
  b = std::rotr(b ^ c, 63);
}

// A round of BLAKE2b with multiplications, on sixteen words: pairs of neighbors, `Apart` words from one another.
template <std::size_t Apart>
inline void permute(Word* words) {
  std::array<Word, 16> v;
  for (std::size_t i = 0; i < 16; ++i) v[i] = words[i / 2 * Apart + i % 2];
  for (std::size_t i = 0; i < 4; ++i) mix(v[i], v[4 + i], v[8 + i], v[12 + i]);
  for (std::size_t i = 0; i < 4; ++i) mix(v[i], v[4 + (i + 1) % 4], v[8 + (i + 2) % 4], v[12 + (i + 3) % 4]);
  for (std::size_t i = 0; i < 16; ++i) words[i / 2 * Apart + i % 2] = v[i];
}

Block compressed(const Block& one, const Block& two) {
  Block both;
  for (std::size_t i = 0; i < kWords; ++i) both[i] = one[i] ^ two[i];
  Block mixed = both;
  for (std::size_t row = 0; row < 8; ++row) permute<2>(mixed.data() + 16 * row);
  for (std::size_t column = 0; column < 8; ++column) permute<16>(mixed.data() + 2 * column);
  for (std::size_t i = 0; i < kWords; ++i) mixed[i] ^= both[i];
  return mixed;
}

constexpr std::uint32_t kVersion = 0x13;
constexpr std::uint32_t kKind = 2;  // Argon2id
constexpr std::size_t kSlices = 4;

// The memory that is filled, each block from the one before it and from another one farther back.
class Memory {
 public:
  Memory(const Bytes& seed, Argon2Cost cost)
      : cost_(cost), slice_(cost.kilobytes / kSlices), blocks_(slice_ * kSlices) {
    for (std::uint32_t i = 0; i < 2; ++i) {
      Bytes first = seed;
      append_number(first, i);
      append_number(first, 0);
      blocks_[i] = block_of(long_digest(first, 8 * kWords));
    }
    for (std::uint32_t pass = 0; pass < cost.passes; ++pass)
      for (std::size_t slice = 0; slice < kSlices; ++slice) fill(pass, slice);
  }

  const Block& last() const { return blocks_.back(); }

 private:
  void fill(std::uint32_t pass, std::size_t slice) {
    // In the first half of the first pass, where to look back does not depend on the password.
    const bool is_blind = pass == 0 && slice < kSlices / 2;
    Block asked{pass, 0, slice, blocks_.size(), cost_.passes, kKind};
    Block drawn{};
    const std::size_t begin = pass == 0 && slice == 0 ? 2 : 0;
    for (std::size_t i = begin; i < slice_; ++i) {
      if (is_blind && (i == begin || i % kWords == 0)) {
        ++asked[6];
        drawn = compressed({}, compressed({}, asked));
      }
      const std::size_t at = slice * slice_ + i;
      const Block& before = blocks_[(at == 0 ? blocks_.size() : at) - 1];
      const Block made = compressed(before, blocks_[farther(pass, slice, i, is_blind ? drawn[i % kWords] : before[0])]);
      for (std::size_t word = 0; word < kWords; ++word)
        blocks_[at][word] = pass == 0 ? made[word] : blocks_[at][word] ^ made[word];
    }
  }

  // Any block that is filled, but neither this one nor the one before it; later ones more often.
  std::size_t farther(std::uint32_t pass, std::size_t slice, std::size_t i, Word drawn) const {
    const Word area = (pass == 0 ? slice * slice_ : blocks_.size() - slice_) + i - 1;
    const Word low = drawn & 0xffffffff;
    const Word back = area * (low * low >> 32) >> 32;
    const std::size_t begin = pass == 0 ? 0 : (slice + 1) % kSlices * slice_;
    return static_cast<std::size_t>((begin + area - 1 - back) % blocks_.size());
  }

  Argon2Cost cost_;
  std::size_t slice_;
  std::vector<Block> blocks_;
};

}  // namespace

std::array<std::uint8_t, 32> argon2id(std::span<const std::uint8_t> password, std::span<const std::uint8_t> salt,
                                      Argon2Cost cost) {
  std::array<std::uint8_t, 32> result;
  Bytes asked;
  for (const std::uint32_t number :
       {std::uint32_t{1}, static_cast<std::uint32_t>(result.size()), cost.kilobytes, cost.passes, kVersion, kKind})
    append_number(asked, number);
  for (const auto text : {password, salt}) {
    append_number(asked, static_cast<std::uint32_t>(text.size()));
    append(asked, text);
  }
  append_number(asked, 0);  // no key
  append_number(asked, 0);  // nothing else
  const Memory memory(Blake2b::digest(asked, kDigest), cost);
  std::ranges::copy(long_digest(bytes_of(memory.last()), result.size()), result.begin());
  return result;
}

}  // namespace duello
