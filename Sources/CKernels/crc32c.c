// CRC-32C (Castagnoli, reflected 0x82F63B78): with the processor's instruction if it is available,
// otherwise with tables.
#include "CKernels.h"

#include <pthread.h>
#include <string.h>

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#ifndef HWCAP_CRC32
#define HWCAP_CRC32 (1 << 7)
#endif
#endif

static uint32_t table[8][256];
static pthread_once_t table_once = PTHREAD_ONCE_INIT;

/// `table[k][b]` is the contribution of byte `b` to the sum when `k` zero bytes follow it.
static void fill_table(void) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t sum = byte;
    for (int bit = 0; bit < 8; bit++) sum = (sum >> 1) ^ (sum & 1 ? 0x82F63B78u : 0);
    table[0][byte] = sum;
  }
  for (int k = 1; k < 8; k++)
    for (int byte = 0; byte < 256; byte++)
      table[k][byte] = (table[k - 1][byte] >> 8) ^ table[0][table[k - 1][byte] & 0xFF];
}

uint32_t plinth_crc32c_by_table(uint32_t sum, const void *bytes, size_t count) {
  pthread_once(&table_once, fill_table);
  const unsigned char *next = bytes;
  sum = ~sum;
  for (; count >= 8; count -= 8, next += 8) {
    uint32_t low = sum ^ (next[0] | (uint32_t)next[1] << 8 | (uint32_t)next[2] << 16 | (uint32_t)next[3] << 24);
    sum = table[7][low & 0xFF] ^ table[6][low >> 8 & 0xFF] ^ table[5][low >> 16 & 0xFF] ^ table[4][low >> 24] ^
          table[3][next[4]] ^ table[2][next[5]] ^ table[1][next[6]] ^ table[0][next[7]];
  }
  while (count--) sum = (sum >> 8) ^ table[0][(sum ^ *next++) & 0xFF];
  return ~sum;
}

#if defined(__x86_64__)

__attribute__((target("sse4.2"))) static uint32_t by_instruction(uint32_t sum, const unsigned char *next, size_t count) {
  uint64_t wide = ~sum;
  for (; count >= 8; count -= 8, next += 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    wide = __builtin_ia32_crc32di(wide, word);
  }
  uint32_t narrow = (uint32_t)wide;
  while (count--) narrow = __builtin_ia32_crc32qi(narrow, *next++);
  return ~narrow;
}

static int has_instruction(void) { return plinth_has_instructions(PLINTH_SSE4_2); }

#elif defined(__aarch64__)

#ifdef __ARM_FEATURE_CRC32
#define WITH_CRC
#else
#define WITH_CRC __attribute__((target("crc")))
#endif

WITH_CRC static uint32_t by_instruction(uint32_t sum, const unsigned char *next, size_t count) {
  sum = ~sum;
  for (; count >= 8; count -= 8, next += 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    sum = __builtin_arm_crc32cd(sum, word);
  }
  while (count--) sum = __builtin_arm_crc32cb(sum, *next++);
  return ~sum;
}

static int has_instruction(void) {
#if defined(__ARM_FEATURE_CRC32)
  return 1;
#elif defined(__linux__)
  return (getauxval(AT_HWCAP) & HWCAP_CRC32) != 0;
#else
  return 0;
#endif
}

#endif

uint32_t plinth_crc32c(uint32_t sum, const void *bytes, size_t count) {
#if defined(__x86_64__) || defined(__aarch64__)
  if (has_instruction()) return by_instruction(sum, bytes, count);
#endif
  return plinth_crc32c_by_table(sum, bytes, count);
}
