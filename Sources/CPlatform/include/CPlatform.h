// What Swift's import of the C library lacks, as small functions with one meaning on every platform.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/// `size` bytes from the heap, aligned for every scalar, until `plinth_free` gets them; NULL where there are none. Swift's
/// own allocation asks for an alignment on Linux, which costs as much again.
static inline void *plinth_allocate(size_t size) { return malloc(size); }
static inline void plinth_free(void *memory) { free(memory); }

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
/// Removes an extended attribute; one that is not there, or that the file system does not have, is no error.
int plinth_remove_attribute(int file, const char *name);

/// Takes a lock on an open file, shared or exclusive, that belongs to this opening of it and ends with it. Never waits:
/// -1 and `EAGAIN` or `EACCES` when another opening has one that excludes it.
int plinth_lock_file(int file, int exclusive);

/// Gives such a lock up, however many descriptors of this opening there are. -1 and `errno` on failure.
///
/// A child that is forked while the lock is held gets no descriptor of it, so that the lock ends with this process. In the
/// child this function does nothing.
int plinth_unlock_file(int file);

/// Writes bytes and returns how many. A file that becomes too large is an error, `EFBIG`, and no signal.
long plinth_write(int file, const void *bytes, size_t count);

/// Sets room for `size` bytes aside for an open, empty file. -1 and `errno` on failure; nothing is ever written instead.
int plinth_reserve_file(int file, long long size);

/// Writes the names in a directory that begin so to `names`, each ended by a zero byte, as far as they fit, and returns
/// the size they have together. -1 and `errno` on failure.
long plinth_list_names(int directory, const char *beginning, char *names, size_t size);

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

/// The same open file under a descriptor above those of standard input, output and errors, which a program may have been
/// started without: what it prints must not get into a file that happens to have such a number. Negative ones stay.
int plinth_above_standard(int descriptor);

/// Has a function called when the process ends by `exit` or by returning from `main`. -1 on failure.
int plinth_at_exit(void (*work)(void));

/// Writes what was printed to standard output and is still in the memory of the C library, unless a thread is printing.
void plinth_flush_output(void);

/// Opens a directory, which is no symbolic link, for walking through it, for which search permission is enough; a relative
/// name starts at an open directory, or where `AT_FDCWD` says. -1 and `errno` on failure.
int plinth_walk_directory(int directory, const char *name);

/// Opens a directory whose path has no symbolic link, for listing and synchronizing it. -1 and `errno` on failure, `ELOOP`
/// for a link and where the system does not know.
int plinth_open_unlinked_directory(int directory, const char *path);

/// Whether synchronizing a directory may succeed though its changes are lost: where its file system is XFS, or not known.
int plinth_hides_losses(int directory);

/// Sends everything that the file system of an open directory has not yet sent to its drive. -1 and `errno` on failure,
/// `EACCES` where there is no such call.
int plinth_synchronize_file_system(int directory);

/// Holds an open directory with a BSD lock, exclusive or shared, or changes the lock, without waiting. -1 and `errno` on
/// failure.
int plinth_lock_directory(int directory, int exclusive);

/// Writes the home directory that the user database has for this user to `home`; its length, or -1 where there is none.
long plinth_home_of_user(char *home, size_t size);

/// The signals of a lifecycle; their numbers differ between systems.
enum plinth_signal { plinth_suspend, plinth_continue, plinth_terminate, plinth_interrupt, plinth_hang_up };

/// The system's number of a signal.
int plinth_signal_number(enum plinth_signal signal);

/// Makes ready to watch signals: forgets those of earlier and returns the end of a pipe that can be read when one has
/// come. The pipe stays open for as long as the process runs. -1 and `errno` on failure.
int plinth_open_signals(void);

/// Watches a signal from now on: 1; 0 when the process ignores it, which stays so, or watches it already. -1 and `errno`
/// on failure. A second one of SIGTERM, SIGINT and SIGHUP has its default meaning at once, but for a SIGHUP after another
/// and one that comes together with SIGHUP: those are forgotten.
int plinth_watch_signal(int number);

/// Gives every watched signal the meaning it had before.
void plinth_restore_signals(void);

/// The next signal that has come: its number, and from bit 8 the number of SIGCONTs that had come before. -1 for none.
/// SIGCONT itself is only counted.
long long plinth_next_signal(void);

/// How many SIGCONTs have come, in 31 bits.
unsigned plinth_continue_count(void);

/// One of SIGTERM, SIGINT and SIGHUP that has come, even if no thread has taken it yet, or 0.
int plinth_ending_signal(void);

/// Stops the process, as SIGTSTP would by default, and returns 1 when it goes on; 0, without stopping, when a SIGCONT has
/// come that no thread has taken yet.
int plinth_stop_process(void);

/// Keeps the settings that the controlling terminal has now, so that they are restored before the process stops or ends
/// through these functions, before a second signal ends it, and before SIGQUIT does. -1 and `errno` where there is none.
int plinth_keep_terminal(void);

/// Restores the settings that are kept, if the terminal is in the hands of this process. A signal handler may call it.
void plinth_restore_terminal(void);

/// Forgets the settings that were kept.
void plinth_forget_terminal(void);

/// Ends the process as `exit` does.
void plinth_exit(int status) __attribute__((noreturn));

/// Ends the process by a signal's default meaning, so that its parent sees the signal as the reason.
void plinth_end_by_signal(int number) __attribute__((noreturn));

#endif
