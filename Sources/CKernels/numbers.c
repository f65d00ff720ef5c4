// Conversion of big-endian numbers. Reading uses vector instructions that not all x86-64 processors
// have; the compiler vectorizes the other loops.
#include <string.h>

#include "CKernels.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>

/// Reads numbers in steps of four, as long as sixteen bytes are left. Returns how many it read.
__attribute__((target("sse4.1"))) static size_t read_fours(
    const unsigned char *restrict bytes, size_t count, size_t width, uint32_t *restrict numbers,
    uint32_t *largest) {
  // The bytes of the four numbers, the lowest first; a negative index makes a byte zero.
  static const signed char layouts[4][16] = {
      {0, -128, -128, -128, 1, -128, -128, -128, 2, -128, -128, -128, 3, -128, -128, -128},
      {1, 0, -128, -128, 3, 2, -128, -128, 5, 4, -128, -128, 7, 6, -128, -128},
      {2, 1, 0, -128, 5, 4, 3, -128, 8, 7, 6, -128, 11, 10, 9, -128},
      {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12},
  };
  const __m128i layout = _mm_loadu_si128((const __m128i *)layouts[width - 1]);
  __m128i most = _mm_setzero_si128();
  size_t taken = 0;
  while ((count - taken) * width >= 16) {
    const __m128i block = _mm_loadu_si128((const __m128i *)(bytes + taken * width));
    const __m128i four = _mm_shuffle_epi8(block, layout);
    _mm_storeu_si128((__m128i *)(numbers + taken), four);
    most = _mm_max_epu32(most, four);
    taken += 4;
  }
  most = _mm_max_epu32(most, _mm_shuffle_epi32(most, _MM_SHUFFLE(1, 0, 3, 2)));
  most = _mm_max_epu32(most, _mm_shuffle_epi32(most, _MM_SHUFFLE(2, 3, 0, 1)));
  *largest = (uint32_t)_mm_cvtsi128_si32(most);
  return taken;
}

static size_t read_by_vectors(const unsigned char *restrict bytes, size_t count, size_t width,
                              uint32_t *restrict numbers, uint32_t *largest) {
  if (count * width < 16 || !plinth_has_instructions(PLINTH_SSE4_1)) return 0;
  return read_fours(bytes, count, width, numbers, largest);
}
#else
static size_t read_by_vectors(const unsigned char *restrict bytes, size_t count, size_t width,
                              uint32_t *restrict numbers, uint32_t *largest) {
  (void)bytes;
  (void)count;
  (void)width;
  (void)numbers;
  (void)largest;
  return 0;
}
#endif

uint32_t plinth_read_numbers(const unsigned char *restrict bytes, size_t count, size_t width,
                             uint32_t *restrict numbers) {
  uint32_t largest = 0;
  const size_t taken = read_by_vectors(bytes, count, width, numbers, &largest);
#define READ_NUMBERS(expression)                \
  for (size_t i = taken; i < count; i++) {      \
    const unsigned char *b = bytes + i * width; \
    const uint32_t number = (expression);       \
    numbers[i] = number;                        \
    largest = number > largest ? number : largest; \
  }
  switch (width) {
    case 1: width = 1; READ_NUMBERS(b[0]) break;
    case 2: width = 2; READ_NUMBERS((uint32_t)b[0] << 8 | b[1]) break;
    case 3: width = 3; READ_NUMBERS((uint32_t)b[0] << 16 | (uint32_t)b[1] << 8 | b[2]) break;
    default:
      width = 4;
      READ_NUMBERS((uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3])
      break;
  }
#undef READ_NUMBERS
  return largest;
}

#define WRITE_NUMBERS(type, swap)               \
  for (size_t i = 0; i < count; i++) {          \
    const type number = swap((type)numbers[i]); \
    memcpy(bytes + i * sizeof number, &number, sizeof number); \
  }
#define SAME_BYTE(number) (number)

void plinth_write_numbers(const uint32_t *restrict numbers, size_t count, size_t width,
                          unsigned char *restrict bytes) {
  switch (width) {
    case 1: WRITE_NUMBERS(uint8_t, SAME_BYTE) break;
    case 2: WRITE_NUMBERS(uint16_t, __builtin_bswap16) break;
    case 4: WRITE_NUMBERS(uint32_t, __builtin_bswap32) break;
    case 8: WRITE_NUMBERS(uint64_t, __builtin_bswap64) break;
    default:
      for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < width; b++) {
          const size_t shift = 8 * (width - 1 - b);
          bytes[i * width + b] = shift < 32 ? (unsigned char)(numbers[i] >> shift) : 0;
        }
  }
}
#undef SAME_BYTE
#undef WRITE_NUMBERS
