// What Swift's import of the C library lacks, as small functions with one meaning on every platform.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stddef.h>
#include <stdint.h>

/// Reserves `size` bytes of zeroed memory that cost nothing until they are touched; large pages are asked for where the
/// system has them. NULL when the address space is refused.
void *plinth_reserve_memory(size_t size);

/// Makes a reservation larger, with its contents and what was touched; it may move. NULL where the system has no such
/// call or refuses: the old reservation is as it was then.
void *plinth_grow_memory(void *base, size_t size, size_t larger);

/// Gives back the tail of a reservation, from `used` bytes on, to the system; the size that is kept.
size_t plinth_trim_memory(void *base, size_t size, size_t used);

/// Gives a whole reservation back.
void plinth_release_memory(void *base, size_t size);

/// Asks the processor to bring the memory at an address nearer; the address need not be good.
static inline void plinth_prefetch(const void *address) { __builtin_prefetch(address); }

/// Prints a real as `%.17g`, with a point whatever the locale; the length without the closing NUL.
int plinth_format_real(double value, char *text, size_t size);

/// Writes the names of the extended attributes of an open file to `names`, each ended by a zero byte, and returns their
/// size together; with a `size` of 0 only that size. -1 and `errno` on failure.
long plinth_list_attributes(int file, char *names, size_t size);

/// Reads one extended attribute of an open file and returns its size; with a `size` of 0 only that size.
/// -1 and `errno` on failure.
long plinth_get_attribute(int file, const char *name, void *value, size_t size);

/// Creates or replaces one extended attribute of an open file. -1 and `errno` on failure.
int plinth_set_attribute(int file, const char *name, const void *value, size_t size);

/// Takes a lock on an open file, shared or exclusive, that belongs to this opening of it and ends with it. Never waits:
/// -1 and `EAGAIN` or `EACCES` when another opening has one that excludes it.
int plinth_lock_file(int file, int exclusive);

/// Sets room for `size` bytes aside for an open, empty file. -1 and `errno` on failure; nothing is ever written instead.
int plinth_reserve_file(int file, long long size);

/// Writes the names in a directory to `names`, each ended by a zero byte, as far as they fit, and returns the size they
/// have together. -1 and `errno` on failure.
long plinth_list_names(int directory, char *names, size_t size);

/// Lets this thread sleep; a signal may end that early.
void plinth_pause(long long nanoseconds);

/// Starts watching the names in a directory with inotify, and returns the descriptor to read the events from, which
/// never waits. -1 and `errno` on failure, `ENOTSUP` where there is no inotify.
int plinth_watch_directory(const char *path);

/// Goes on with a CRC-32C over more bytes; the sum of none is 0.
uint32_t plinth_crc32c(uint32_t sum, const void *bytes, size_t count);

/// The same without the processor's instruction.
uint32_t plinth_crc32c_by_table(uint32_t sum, const void *bytes, size_t count);

/// Encodes whole groups of three bytes as base64, as many as the processor's wide instructions take at once; how many
/// bytes were taken, a multiple of three. `text` has room for four thirds of `count` and 32 bytes more.
size_t plinth_encode_base64(const unsigned char *bytes, size_t count, unsigned char *text);

/// A place for one pointer that each thread has for itself; NULL at first.
void **plinth_thread_slot(void);

/// How many bytes of the stack of this thread are left below the caller's frame; SIZE_MAX where the system does not tell.
size_t plinth_stack_left(void);

/// Whether a Swift type, by its metadata, is that of values behind protocols: `any P`, `Any`.
int plinth_is_existential(const void *type);

/// The metadata of the types of such values, `any P.Type` for `any P`; NULL where the protocol has fixed associated types.
const void *plinth_existential_metatype(const void *type);

#endif
