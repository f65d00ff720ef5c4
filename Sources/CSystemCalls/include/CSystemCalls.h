// System calls and functions of the C library that Swift's import of it lacks, as small functions with
// the same meaning on every platform.
#ifndef CSYSTEMCALLS_H
#define CSYSTEMCALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Allocates `size` bytes that are aligned for every scalar type and must be freed with
/// `plinth_free`. Returns NULL if there is no memory. Swift's own allocation requests an alignment
/// on Linux, which doubles the cost.
static inline void *plinth_allocate(size_t size) { return malloc(size); }
static inline void plinth_free(void *memory) { free(memory); }

/// Enlarges what `plinth_allocate` returned and preserves its contents; it may move. The last block
/// of the heap grows without a copy. Returns NULL if there is no memory; then the block is unchanged.
static inline void *plinth_reallocate(void *memory, size_t larger) { return realloc(memory, larger); }

/// Sets `size` bytes to a value.
static inline void plinth_fill(void *memory, uint8_t byte, size_t size) { memset(memory, byte, size); }

/// Reserves `size` bytes of zeroed memory, which cost nothing until they are used; requests large
/// pages if the system has them. Returns NULL if no address space is available.
void *plinth_reserve_memory(size_t size);

/// Enlarges a reservation and preserves its contents; the reservation may move. Returns NULL if the
/// system does not have this call or rejects it: then the old reservation is unchanged.
void *plinth_grow_memory(void *base, size_t size, size_t larger);

/// Releases the end of a reservation, from `used` bytes on. Returns the remaining size.
size_t plinth_trim_memory(void *base, size_t size, size_t used);

/// Releases the whole pages inside a part of a reservation; they are zero afterwards, or unchanged
/// if the system does not have this call.
void plinth_discard_memory(void *memory, size_t size);

/// Whether the system has this call.
bool plinth_can_discard_memory(void);

/// Releases a whole reservation.
void plinth_release_memory(void *base, size_t size);

/// Requests large pages for memory that will be filled, if the system has them.
void plinth_prefer_large_pages(void *memory, size_t size);

/// Writes the names of the extended attributes of an open file to `names`, each terminated by a
/// zero byte, and returns their total size; if `size` is 0, returns only that size. -1 and `errno`
/// on failure.
long plinth_list_attributes(int file, char *names, size_t size);

/// Reads one extended attribute of an open file and returns its size; if `size` is 0, returns only
/// that size. -1 and `errno` on failure.
long plinth_get_attribute(int file, const char *name, void *value, size_t size);

/// Creates or replaces one extended attribute of an open file. -1 and `errno` on failure.
int plinth_set_attribute(int file, const char *name, const void *value, size_t size);
/// Removes an extended attribute. A missing attribute, or a file system without attributes, is not
/// an error.
int plinth_remove_attribute(int file, const char *name);

/// Acquires a shared or exclusive lock on an open file. The lock belongs to this opening of the
/// file and is released when it is closed. Never waits: -1 and `EAGAIN` or `EACCES` if another
/// opening holds a conflicting lock.
int plinth_lock_file(int file, int exclusive);

/// Releases a lock of `plinth_lock_file`, regardless of the number of descriptors of this opening.
/// -1 and `errno` on failure.
///
/// A child that is forked while the lock is held does not inherit a descriptor of it, so that the
/// lock ends with this process. In the child, this function has no effect.
int plinth_unlock_file(int file);

/// Opens a regular file for reading, without waiting. -1 and `errno` on failure. If the path leads to
/// anything else, the function sets `is_regular` to false and returns -1; a pipe is not opened, unless
/// it replaces the file during the call.
int plinth_open_regular_file(const char *path, bool *is_regular);

/// Writes bytes and returns the number of bytes written. If the file would exceed the size limit,
/// the function fails with `EFBIG` and does not raise a signal, unless the limit is set during the call.
long plinth_write(int file, const void *bytes, size_t count);

/// Reserves space for `size` bytes of an open, empty file. -1 and `errno` on failure; never writes
/// zeros instead.
int plinth_reserve_file(int file, long long size);

/// Writes the names in a directory that begin with `beginning` to `names`, each terminated by a
/// zero byte, as far as they fit, and returns their total size. -1 and `errno` on failure.
long plinth_list_names(int directory, const char *beginning, char *names, size_t size);

/// Suspends this thread; a signal may wake it early.
void plinth_pause(long long nanoseconds);

/// Starts watching the names in a directory with inotify, and returns the non-blocking descriptor
/// for reading events. -1 and `errno` on failure, `ENOTSUP` on systems without inotify.
int plinth_watch_directory(const char *path);

/// Returns the location of a thread-local pointer, which is initially NULL.
void **plinth_thread_slot(void);

/// Calls `other` on a new thread and `own` on this one, both with `context`, and returns when both
/// have returned. If no thread can be started, this thread calls both, `own` first.
void plinth_call_both(void (*own)(void *), void (*other)(void *), void *context);

/// Does work on one of Dispatch's threads, with the quality of service user-initiated or default.
void plinth_start_work(bool is_urgent, void *context, void (*work)(void *));

/// Creates a serial queue. It must be released with `plinth_release_object`, as must the other objects
/// below.
void *plinth_create_queue(const char *label);
/// Schedules work on a queue and returns immediately.
void plinth_schedule_work(void *queue, void *context, void (*work)(void *));
/// Does work on a queue after the work that was scheduled before, and waits until it is done.
void plinth_do_work(void *queue, void *context, void (*work)(void *));

/// Creates a semaphore whose value is 0.
void *plinth_create_semaphore(void);
void plinth_signal_semaphore(void *semaphore);
/// Waits for a signal. Returns false if none arrives in time.
bool plinth_wait_for_semaphore(void *semaphore, int64_t nanoseconds);

/// Creates a source for an open descriptor. The source calls `event` on a queue while the descriptor has
/// bytes to read, `cancel` after it is canceled, and `end` when the context is no longer used. It must be
/// resumed before it is released.
void *plinth_create_read_source(
  int file, void *queue, void *context, void (*event)(void *), void (*cancel)(void *),
  void (*end)(void *));
void plinth_resume_source(void *source);
void plinth_cancel_source(void *source);

void plinth_release_object(void *object);

/// Returns the number of processors that may run this thread, at least 1.
int plinth_processor_count(void);

/// Notes that a call which codes fields begins on this thread, and returns its number, which the last
/// four billion calls did not have. Returns 0, and notes nothing, inside another one.
uint32_t plinth_begin_fields(void);

/// Notes that the call ends.
void plinth_end_fields(void);

/// Returns the number of bytes of this thread's stack that remain below the caller's frame;
/// SIZE_MAX if the system does not report it.
size_t plinth_stack_left(void);

/// Whether a Swift type, given its metadata, is an existential type: `any P`, `Any`.
int plinth_is_existential(const void *type);

/// Returns the metadata of the metatype of an existential type, `any P.Type` for `any P`; NULL if
/// the protocol has constrained associated types.
const void *plinth_existential_metatype(const void *type);

/// Moves an open file to a descriptor above those of standard input, output and error, which may be
/// closed when a program starts: otherwise, printed text could end up in a file with such a number.
/// Negative descriptors are returned unchanged.
int plinth_above_standard(int descriptor);

/// Opens a pipe whose ends are above the standard descriptors, and which other programs do not
/// inherit. -1 and `errno` on failure.
int plinth_open_pipe(int ends[2]);

/// Starts a program and returns its process ID. Its standard input is empty.
///
/// `arguments` has `size` bytes: the name of the program, which is searched for in PATH, and its
/// arguments, each terminated by a zero byte. If `hides_errors` is set, the program's standard error is
/// discarded. `output` is set to the descriptor from which the program's standard output is read, and
/// which must be closed. -1 and `errno` on failure. If this process ignores SIGCHLD, the default action of
/// that signal is restored.
int plinth_start_program(const void *arguments, size_t size, bool hides_errors, int *output);

/// Waits until a program ends, and returns its exit status, 255 if a signal ended it. -1 and `errno`
/// on failure.
int plinth_wait_for_program(int program);

/// Registers a function to call when the process ends by `exit` or by returning from `main`. -1 on
/// failure.
int plinth_at_exit(void (*work)(void));

/// Flushes the C library's buffer of standard output, unless a thread is printing.
void plinth_flush_output(void);

/// Opens a directory, which must not be a symbolic link, for traversal, for which search permission
/// is sufficient. A relative name starts at `directory`, which may be `AT_FDCWD`. -1 and `errno` on
/// failure.
int plinth_walk_directory(int directory, const char *name);

/// Opens a directory whose path has no symbolic link, for listing and synchronizing. -1 and `errno`
/// on failure, `ELOOP` for a link and on systems that cannot check for links.
int plinth_open_unlinked_directory(int directory, const char *path);

/// Whether synchronizing a directory may succeed even though its changes are lost: true if its file
/// system is XFS or unknown.
int plinth_hides_losses(int directory);

/// Flushes all pending changes of an open directory's file system to its drive. -1 and `errno` on
/// failure, `EACCES` on systems without this call.
int plinth_synchronize_file_system(int directory);

/// Acquires a shared or exclusive BSD lock on an open directory, or changes its kind, without
/// waiting. -1 and `errno` on failure.
int plinth_lock_directory(int directory, int exclusive);

/// Writes the home directory of this user in the user database to `home`. Returns its length, or -1
/// if there is none.
long plinth_home_of_user(char *home, size_t size);

/// The signals of the lifecycle; their numbers differ between systems.
enum plinth_signal { plinth_suspend, plinth_continue, plinth_terminate, plinth_interrupt, plinth_hang_up };

/// Returns the system's number of a signal.
int plinth_signal_number(enum plinth_signal signal);

/// Prepares for watching signals: discards earlier signals and returns the read end of a pipe,
/// which becomes readable when a signal arrives. The pipe stays open as long as the process runs.
/// -1 and `errno` on failure.
int plinth_open_signals(void);

/// Starts watching a signal and returns 1; returns 0 if the process ignores the signal, which
/// remains so, or already watches it. -1 and `errno` on failure. A second SIGTERM, SIGINT or SIGHUP
/// immediately has its default action, except for a SIGHUP after another of these signals and a
/// signal that arrives together with SIGHUP: those are discarded.
int plinth_watch_signal(int number);

/// Restores the previous action of every watched signal.
void plinth_restore_signals(void);

/// Returns the next signal that has arrived: its number, and from bit 8 on the number of SIGCONTs
/// that arrived before it. -1 if there is none. SIGCONT itself is only counted.
long long plinth_next_signal(void);

/// Returns the number of SIGCONTs that have arrived, in 31 bits.
unsigned plinth_continue_count(void);

/// Returns a SIGTERM, SIGINT or SIGHUP that has arrived, even if it has not been delivered to a
/// thread yet, or 0.
int plinth_ending_signal(void);

/// Stops the process, as SIGTSTP would by default, and returns 1 when it continues. Returns 0
/// without stopping if a SIGCONT has arrived that has not been delivered to a thread yet.
int plinth_stop_process(void);

/// Saves the current settings of the controlling terminal. They are restored before the process
/// stops or ends through these functions, before a second signal ends it, and before SIGQUIT does.
/// -1 and `errno` if there is no controlling terminal.
int plinth_keep_terminal(void);

/// Restores the saved settings if this process is in the foreground of the terminal. Can be called
/// in a signal handler.
void plinth_restore_terminal(void);

/// Discards the saved settings.
void plinth_forget_terminal(void);

/// Terminates the process as `exit` does.
void plinth_exit(int status) __attribute__((noreturn));

/// Terminates the process with a signal's default action, so that its parent process sees the
/// signal as the reason.
void plinth_end_by_signal(int number) __attribute__((noreturn));

#endif
