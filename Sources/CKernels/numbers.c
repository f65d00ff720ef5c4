// Conversion of big-endian numbers, whose loops the compiler vectorizes.
#include <string.h>

#include "CKernels.h"

uint32_t plinth_read_numbers(const unsigned char *restrict bytes, size_t count, size_t width,
                             uint32_t *restrict numbers) {
  uint32_t largest = 0;
#define READ_NUMBERS(expression)               \
  for (size_t i = 0; i < count; i++) {         \
    const unsigned char *b = bytes + i * width; \
    const uint32_t number = (expression);      \
    numbers[i] = number;                       \
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
