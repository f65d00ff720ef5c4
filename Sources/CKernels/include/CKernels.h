// Computations on bytes that need the processor's special or vector instructions, and the C
// library's exact formatting of real numbers. They make no system calls.
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Instruction sets of x86-64 processors.
typedef enum { PLINTH_SSE4_1 = 1, PLINTH_SSE4_2 = 2, PLINTH_AVX2 = 4 } plinth_instructions;

/// Returns whether the processor and the system have an instruction set. The first call asks the
/// processor. Not defined for other processors.
bool plinth_has_instructions(plinth_instructions set);

/// Prefetches the memory at an address, which need not be valid.
static inline void plinth_prefetch(const void *address) { __builtin_prefetch(address); }

/// Formats a real number as `%.17g`, with a decimal point in every locale. Returns the length
/// without the terminating NUL.
int plinth_format_real(double value, char *text, size_t size);

/// Continues a CRC-32C with more bytes; the sum of no bytes is 0.
uint32_t plinth_crc32c(uint32_t sum, const void *bytes, size_t count);

/// Continues a CRC-32C without the processor's instruction.
uint32_t plinth_crc32c_by_table(uint32_t sum, const void *bytes, size_t count);

/// Encodes groups of three bytes as base64, as many as fit the processor's vector instructions.
/// Returns the number of bytes encoded, a multiple of three. `text` has room for four thirds of
/// `count` and 32 more bytes.
size_t plinth_encode_base64(const unsigned char *bytes, size_t count, unsigned char *text);

/// Returns the index of the first `<`, or byte that is 0x80 or more, among `count` bytes; `count` if
/// there is none.
size_t plinth_end_of_base64(const unsigned char *bytes, size_t count);

/// Converts big-endian numbers of 1 to 4 bytes. Returns the largest, or 0 if there are none.
uint32_t plinth_read_numbers(const unsigned char *bytes, size_t count, size_t width,
                             uint32_t *numbers);

/// Converts numbers to big-endian numbers of 1 to 8 bytes.
void plinth_write_numbers(const uint32_t *numbers, size_t count, size_t width,
                          unsigned char *bytes);

/// Sixteen bytes in a vector register.
typedef uint8_t plinth_block __attribute__((vector_size(16)));

static inline plinth_block plinth_load_block(const void *bytes) {
  plinth_block block;
  __builtin_memcpy(&block, bytes, sizeof block);
  return block;
}

/// Returns the index of the first byte that is not zero among bytes that are 0 or 255; 16 if all are
/// zero.
static inline uint32_t plinth_first_mark(plinth_block marks) {
#if defined(__SSE2__)
  typedef char plinth_characters __attribute__((vector_size(16)));
  const uint32_t bits = (uint32_t)__builtin_ia32_pmovmskb128((plinth_characters)marks);
  return (uint32_t)__builtin_ctz(bits | 0x10000u);
#else
  typedef uint64_t plinth_words __attribute__((vector_size(16)));
  const plinth_words words = (plinth_words)marks;
  if (words[0] != 0) return (uint32_t)__builtin_ctzll(words[0]) >> 3;
  if (words[1] != 0) return 8 + ((uint32_t)__builtin_ctzll(words[1]) >> 3);
  return 16;
#endif
}

/// Returns the number of bytes before the first marked one, at most 16, plus 32 if one of them is
/// 0x80 or more.
static inline uint32_t plinth_run_before(plinth_block marks, plinth_block block) {
  const uint32_t length = plinth_first_mark(marks);
  return length | (plinth_first_mark((plinth_block)(block > 0x7F)) < length ? 32 : 0);
}

/// Returns whether 16 bytes are equal.
static inline int plinth_equal_blocks(const void *left, const void *right) {
  return plinth_first_mark(
      (plinth_block)(plinth_load_block(left) != plinth_load_block(right))) == 16;
}

/// Returns the number of spaces, tabs, line feeds and carriage returns that 16 bytes begin with.
static inline uint32_t plinth_leading_spaces(const void *bytes) {
  const plinth_block block = plinth_load_block(bytes);
  return plinth_first_mark(
      (plinth_block)((block != ' ') & (block != '\t') & (block != '\n') & (block != '\r')));
}

/// Returns the number of letters, digits and `_$/:.-` that 16 bytes begin with.
static inline uint32_t plinth_leading_unquoted(const void *bytes) {
  const plinth_block block = plinth_load_block(bytes);
  const plinth_block letters = (block | 0x20) - 'a';
  const plinth_block others = block - '-';
  return plinth_first_mark(
      (plinth_block)((letters > 25) & (others > 13) & (block != '_') & (block != '$')));
}

/// Returns the number of hexadecimal digits that 16 bytes begin with.
static inline uint32_t plinth_leading_hexadecimal(const void *bytes) {
  const plinth_block block = plinth_load_block(bytes);
  const plinth_block digits = block - '0';
  const plinth_block letters = (block | 0x20) - 'a';
  return plinth_first_mark((plinth_block)((digits > 9) & (letters > 5)));
}

/// Returns the run of 16 bytes before either of two bytes: see `plinth_run_before`.
static inline uint32_t plinth_run_before_either(const void *bytes, uint8_t first, uint8_t second) {
  const plinth_block block = plinth_load_block(bytes);
  return plinth_run_before((plinth_block)((block == first) | (block == second)), block);
}

/// Returns the run of 16 bytes before a quote, a backslash or a control character.
static inline uint32_t plinth_json_run(const void *bytes) {
  const plinth_block block = plinth_load_block(bytes);
  return plinth_run_before(
      (plinth_block)((block == '"') | (block == '\\') | (block < 0x20)), block);
}

/// Returns the index of the first `<`, `>`, `&` or control character of 16 bytes, or 16.
static inline uint32_t plinth_first_to_escape(const void *bytes) {
  const plinth_block block = plinth_load_block(bytes);
  return plinth_first_mark(
      (plinth_block)((block == '<') | (block == '>') | (block == '&') | (block < 0x20)));
}

/// Returns the index of the first of 16 bytes that equals a byte, or 16.
static inline uint32_t plinth_first_equal(const void *bytes, uint8_t byte) {
  return plinth_first_mark((plinth_block)(plinth_load_block(bytes) == byte));
}

/// Returns the index of the first of 16 bytes that is 0x80 or more, or 16.
static inline uint32_t plinth_first_high(const void *bytes) {
  return plinth_first_mark((plinth_block)(plinth_load_block(bytes) > 0x7F));
}

#include "DecimalKernels.h"

#endif
