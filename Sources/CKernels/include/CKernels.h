// Computations on bytes that need the processor's special instructions, and the C library's exact
// formatting of real numbers. They make no system calls.
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stddef.h>
#include <stdint.h>

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

#endif
