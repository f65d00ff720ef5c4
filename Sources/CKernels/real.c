// Exact formatting of real numbers by the C library, for the few that the fast algorithm cannot
// format.
#include "CKernels.h"

#include <stdio.h>

int plinth_format_real(double value, char *text, size_t size) {
  int length = snprintf(text, size, "%.17g", value);
  for (int index = 0; index < length && (size_t)index < size; index++) {
    if (text[index] == ',') text[index] = '.';
  }
  return length;
}
