// Base64 with vector instructions. Encoding needs a processor that has them: 24 bytes become 32
// characters in each step. On other processors this code encodes nothing, and the caller encodes
// everything itself. The search for the end of base64 text works on every processor.
#include "CKernels.h"

/// Marks each `<`, and each byte that is 0x80 or more, with the highest bit.
static inline plinth_block end_marks(const unsigned char *bytes) {
  const plinth_block block = plinth_load_block(bytes);
  return ((plinth_block)(block == '<') | block) & 0x80;
}

size_t plinth_end_of_base64(const unsigned char *bytes, size_t count) {
  size_t index = 0;
  while (count - index >= 64) {
    const unsigned char *next = bytes + index;
    const plinth_block marks =
        end_marks(next) | end_marks(next + 16) | end_marks(next + 32) | end_marks(next + 48);
    if (plinth_first_mark(marks) < 16) break;
    index += 64;
  }
  while (count - index >= 16) {
    const uint32_t length = plinth_first_mark(end_marks(bytes + index));
    index += length;
    if (length < 16) return index;
  }
  while (index < count && bytes[index] != '<' && bytes[index] < 0x80) index++;
  return index;
}

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>

/// Splits 2 x 12 bytes into 32 six-bit values, then adds to each the offset of its character.
__attribute__((target("avx2"))) static size_t encode_avx2(const unsigned char *bytes, size_t count, unsigned char *text) {
  // Each group abc of three bytes is laid out as b a c b, so that multiplications can shift its
  // four parts into position.
  const __m256i layout = _mm256_setr_epi8(
      1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10, 1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10);
  // Offsets from a value to its character, by class: a-z, the ten digits, +, /, A-Z.
  const __m256i distances = _mm256_setr_epi8(
      'a' - 26, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52,
      '+' - 62, '/' - 63, 'A', 0, 0, 'a' - 26, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52,
      '0' - 52, '0' - 52, '0' - 52, '+' - 62, '/' - 63, 'A', 0, 0);
  size_t taken = 0;
  while (count - taken >= 28) {
    const __m128i low = _mm_loadu_si128((const __m128i *)(bytes + taken));
    const __m128i high = _mm_loadu_si128((const __m128i *)(bytes + taken + 12));
    const __m256i spread = _mm256_shuffle_epi8(_mm256_set_m128i(high, low), layout);
    const __m256i odd = _mm256_mulhi_epu16(
        _mm256_and_si256(spread, _mm256_set1_epi32(0x0FC0FC00)), _mm256_set1_epi32(0x04000040));
    const __m256i even = _mm256_mullo_epi16(
        _mm256_and_si256(spread, _mm256_set1_epi32(0x003F03F0)), _mm256_set1_epi32(0x01000010));
    const __m256i values = _mm256_or_si256(odd, even);
    // The class: 0 for 26 to 51, 1 to 12 for higher values, 13 for values below 26.
    const __m256i above = _mm256_subs_epu8(values, _mm256_set1_epi8(51));
    const __m256i below = _mm256_and_si256(
        _mm256_cmpgt_epi8(_mm256_set1_epi8(26), values), _mm256_set1_epi8(13));
    const __m256i distance = _mm256_shuffle_epi8(distances, _mm256_or_si256(above, below));
    _mm256_storeu_si256((__m256i *)(text + taken / 3 * 4), _mm256_add_epi8(values, distance));
    taken += 24;
  }
  return taken;
}

size_t plinth_encode_base64(const unsigned char *bytes, size_t count, unsigned char *text) {
  if (!plinth_has_instructions(PLINTH_AVX2)) return 0;
  return encode_avx2(bytes, count, text);
}
#else
size_t plinth_encode_base64(const unsigned char *bytes, size_t count, unsigned char *text) {
  (void)bytes;
  (void)count;
  (void)text;
  return 0;
}
#endif
