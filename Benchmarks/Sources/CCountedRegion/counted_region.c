// The one function whose instructions Callgrind counts: see counted_region.h.
#include "counted_region.h"

__attribute__((noinline)) void counted_region(void (*body)(void *context), void *context) {
  body(context);
  // Keeps the call from becoming a jump, which would look like the end of this function.
  __asm__ volatile("" ::: "memory");
}
