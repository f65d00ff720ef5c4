// Saves as bare system calls: what the care around them costs is seen beside these.
#ifndef BARE_SAVE_H
#define BARE_SAVE_H

#include <stddef.h>

// What a save promises, as `Durability` has it.
enum bare_mode { bare_fast, bare_consistent, bare_durable };

// A temporary, one write, one rename, and what the mode promises: nothing is looked at. 0, or -1 after a failed call.
int bare_file_save(const char *folder, const void *bytes, size_t size, enum bare_mode mode);

// The calls that a `StateStore` makes for one save with two generations, in their order, with `room` for the old
// contents. 0, or -1 after a failed call.
int bare_state_save(const char *folder, const void *bytes, size_t size, void *room, enum bare_mode mode);

#endif
