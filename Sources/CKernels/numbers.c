// Conversion of big-endian numbers, whose loops the compiler vectorizes.
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
