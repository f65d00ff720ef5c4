// Saves as bare system calls, the baseline for the cost of additional safety.
#ifndef BARE_SAVE_H
#define BARE_SAVE_H

#include <stddef.h>

// The guarantees of a save, as in `Durability`.
enum bare_mode { bare_fast, bare_consistent, bare_durable };

// A temporary file, one write, one rename, and the guarantees of the mode, without checks. 0, or -1
// after a failed call.
int bare_file_save(const char *folder, const void *bytes, size_t size, enum bare_mode mode);

// The calls of a `StateStore` for one save with two generations, in order, with `room` for the old
// contents. 0, or -1 after a failed call.
int bare_state_save(const char *folder, const void *bytes, size_t size, void *room, enum bare_mode mode);

#endif
