// Guesses seeds. `seed_search roots SEED...` prints each root below 2^20 from which one of these seeds can be drawn, be
// it the seed of a game or of a seat; `seed_search seats ROOT` prints the seeds of the two seats of one game with this
// seed.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kGames, kOpenings, kGame };

static uint32_t rotated(uint32_t value, int by) { return value << by | value >> (32 - by); }

static void quarter(uint32_t* a, uint32_t* b, uint32_t* c, uint32_t* d) {
  *a += *b, *d = rotated(*d ^ *a, 16);
  *c += *d, *b = rotated(*b ^ *c, 12);
  *a += *b, *d = rotated(*d ^ *a, 8);
  *c += *d, *b = rotated(*b ^ *c, 7);
}

// HChaCha20 with the seed as its key.
static void draw(uint64_t seed, uint64_t purpose, uint64_t number, uint64_t drawn[4]) {
  uint32_t x[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, (uint32_t)seed, (uint32_t)(seed >> 32)};
  x[12] = (uint32_t)purpose, x[14] = (uint32_t)number, x[15] = (uint32_t)(number >> 32);
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 4; ++i) {
      const int shift = round % 2;
      quarter(&x[i], &x[4 + (i + shift) % 4], &x[8 + (i + 2 * shift) % 4], &x[12 + (i + 3 * shift) % 4]);
    }
  }
  for (int i = 0; i < 4; ++i) {
    const int at = i < 2 ? 2 * i : 8 + 2 * i;
    drawn[i] = (uint64_t)x[at + 1] << 32 | x[at];
  }
}

enum { kSeriesGames = 4, kSeeds = 3 * (kSeriesGames + 1) };

// The root and the games drawn from it, each followed by its seats.
static void draw_all(uint64_t root, uint64_t all[kSeeds]) {
  for (int i = 0; i <= kSeriesGames; ++i) {
    uint64_t drawn[4] = {root};
    if (i > 0) draw(root, kGames, (uint64_t)i - 1, drawn);
    all[3 * i] = drawn[0];
    draw(all[3 * i], kGame, 0, drawn);
    all[3 * i + 1] = drawn[0];
    all[3 * i + 2] = drawn[1];
  }
}

static uint64_t number(const char* text) { return strtoull(text, NULL, 10); }

int main(int argc, char** argv) {
  uint64_t all[kSeeds];
  if (argc < 3) return 2;
  if (strcmp(argv[1], "seats") == 0) {
    draw_all(number(argv[2]), all);
    printf("%" PRIu64 "\n%" PRIu64 "\n", all[1], all[2]);
    return 0;
  }
  enum { kMostKnown = 100 };
  uint64_t known[kMostKnown];
  int count = 0;
  while (count < kMostKnown && count + 2 < argc) known[count] = number(argv[count + 2]), ++count;
  for (uint64_t root = 0; root < 1 << 20; ++root) {
    draw_all(root, all);
    for (int i = 0; i < count * kSeeds; ++i)
      if (known[i / kSeeds] == all[i % kSeeds]) printf("%" PRIu64 "\n", root);
  }
  return 0;
}
