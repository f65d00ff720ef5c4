// Short decimal numbers in XML text. The lengths and signs of numbers are seldom predictable, so that
// every number takes the same instructions, and no branch depends on its digits.
#ifndef CKERNELS_DECIMAL_H
#define CKERNELS_DECIMAL_H

#include "CKernels.h"

/// A decimal number without an exponent.
struct plinth_decimal {
  /// All digits, those after the decimal point included.
  uint64_t digits;
  /// The number of characters; 0 if the text is not such a number.
  uint32_t length;
  /// The number of digits after the decimal point.
  uint32_t fraction;
  /// 1 for a minus sign, otherwise 0.
  uint32_t is_negative;
};

/// The number of bytes before and after the beginning of a number that its kernels read.
enum { plinth_bytes_before_decimal = 25, plinth_bytes_after_decimal = 32 };

/// Returns the index of the first of 32 bytes that equals a byte, or 32.
static inline uint32_t plinth_first_equal_of_32(const unsigned char *bytes, uint8_t byte) {
#if defined(__SSE2__)
  typedef char plinth_characters __attribute__((vector_size(16)));
  const plinth_block low = (plinth_block)(plinth_load_block(bytes) == byte);
  const plinth_block high = (plinth_block)(plinth_load_block(bytes + 16) == byte);
  const uint64_t bits = (uint32_t)__builtin_ia32_pmovmskb128((plinth_characters)low) |
                        (uint32_t)__builtin_ia32_pmovmskb128((plinth_characters)high) << 16;
  return (uint32_t)__builtin_ctzll(bits | (uint64_t)1 << 32);
#else
  const uint32_t first = plinth_first_equal(bytes, byte);
  return first < 16 ? first : 16 + plinth_first_equal(bytes + 16, byte);
#endif
}

/// Returns eight bytes, the first lowest.
static inline uint64_t plinth_load_word(const unsigned char *bytes) {
  uint64_t word;
  __builtin_memcpy(&word, bytes, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

/// Bytes that select the last n of 24: those from index n.
static const uint8_t plinth_last_bytes[48] = {
    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
    0,    0,    0,    0,    0,    0,    0,    0,    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};

/// Returns bits that are zero only if eight bytes are at most 9.
static inline uint64_t plinth_beyond_digits(uint64_t digits) {
  return (digits | (digits + 0x0606060606060606u)) & 0xF0F0F0F0F0F0F0F0u;
}

/// Returns the numbers of four digits in the lower and the upper half of a word.
static inline uint64_t plinth_four_digits(uint64_t digits) {
  const uint64_t pairs = (digits * 10 + (digits >> 8)) & 0x00FF00FF00FF00FFu;
  return (pairs * 100 + (pairs >> 16)) & 0x0000FFFF0000FFFFu;
}

/// Returns the number of eight digits, the first lowest.
static inline uint64_t plinth_eight_digits(uint64_t digits) {
  const uint64_t fours = plinth_four_digits(digits);
  return (fours & 0xFFFF) * 10000 + (fours >> 32);
}

/// Reads a number that ends before `<`: an optional minus sign and 1 to 19 digits, with an optional
/// decimal point among them, before them or after them if `has_fraction`. The length is 0 for any
/// other text. Reads `plinth_bytes_before_decimal` bytes before `text` and
/// `plinth_bytes_after_decimal` bytes from it on.
__attribute__((always_inline)) static inline struct plinth_decimal plinth_read_decimal(
    const unsigned char *text, int has_fraction) {
  struct plinth_decimal number = {0, 0, 0, 0};
  const uint32_t length = plinth_first_equal_of_32(text, '<');
  const uint32_t is_negative = text[0] == '-';
  uint32_t count = length - is_negative;
  uint32_t fraction = 0;
  uint32_t unmoved = 24;
  if (has_fraction) {
    const uint32_t point = plinth_first_equal_of_32(text, '.');
    const uint32_t has_point = point < length;
    fraction = has_point ? length - point - 1 : 0;
    unmoved = has_point ? fraction : 24;
    count -= has_point;
  }
  // A count of 0 wraps around.
  if (count - 1 > 18) return number;
  const unsigned char *last = text + length - 24;
  uint64_t words[3];
  uint64_t beyond = 0;
  for (int index = 0; index < 3; index++) {
    uint64_t word = plinth_load_word(last + 8 * index);
    if (has_fraction) {
      // The digits before the decimal point move by one byte, over the point.
      const uint64_t moved = plinth_load_word(last + 8 * index - 1);
      word = moved ^ ((word ^ moved) & plinth_load_word(plinth_last_bytes + unmoved + 8 * index));
    }
    word = (word ^ 0x3030303030303030u) & plinth_load_word(plinth_last_bytes + count + 8 * index);
    beyond |= plinth_beyond_digits(word);
    words[index] = word;
  }
  if (beyond != 0) return number;
  // There are at most three digits in the first word.
  number.digits = (plinth_four_digits(words[0]) >> 32) * 10000000000000000u +
                  plinth_eight_digits(words[1]) * 100000000u + plinth_eight_digits(words[2]);
  number.length = length;
  number.fraction = fraction;
  number.is_negative = is_negative;
  return number;
}

/// Reads an integer: see `plinth_read_decimal`.
static inline struct plinth_decimal plinth_read_integer(const unsigned char *text) {
  return plinth_read_decimal(text, 0);
}

/// Reads a real: see `plinth_read_decimal`.
static inline struct plinth_decimal plinth_read_real(const unsigned char *text) {
  return plinth_read_decimal(text, 1);
}

#endif
