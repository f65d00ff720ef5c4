// The instruction sets of x86-64 processors that the other files use. `__builtin_cpu_supports` would ask
// the processor at the start of every program, and a virtual machine takes microseconds for each CPUID
// instruction.
#include "CKernels.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <cpuid.h>
#include <stdatomic.h>

/// The bit that is set once the processor was asked.
enum { WAS_ASKED = 1 << 30 };

/// Returns whether the system saves the registers of AVX.
static bool has_avx_state(void) {
  uint32_t low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & 6) == 6;
}

static uint32_t ask(void) {
  uint32_t found = WAS_ASKED, a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return found;
  if (c & bit_SSE4_1) found |= PLINTH_SSE4_1;
  if (c & bit_SSE4_2) found |= PLINTH_SSE4_2;
  const uint32_t avx = bit_OSXSAVE | bit_AVX;
  if ((c & avx) != avx || !has_avx_state()) return found;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2)) found |= PLINTH_AVX2;
  return found;
}

bool plinth_has_instructions(plinth_instructions set) {
  static _Atomic uint32_t known;
  uint32_t found = atomic_load_explicit(&known, memory_order_relaxed);
  if (found == 0) {
    found = ask();
    atomic_store_explicit(&known, found, memory_order_relaxed);
  }
  return (found & (uint32_t)set) != 0;
}
#endif
