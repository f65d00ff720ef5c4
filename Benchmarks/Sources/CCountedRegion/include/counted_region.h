// A function that Callgrind finds by its name, so that it counts only the instructions of one call.
#ifndef COUNTED_REGION_H
#define COUNTED_REGION_H

// Calls `body` with `context`. `--toggle-collect=counted_region` limits the count to this call.
void counted_region(void (*body)(void *context), void *context);

#endif
