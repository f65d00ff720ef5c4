// Open files: extended attributes, locks, contents, pipes, space, names, changes. These are calls that Swift's
// import of the C library lacks or that differ on Darwin, and calls that the tool makes when it starts.
// Like the system calls that they wrap, the functions return -1 and set `errno` on failure.
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/inotify.h>
#endif

#ifdef __APPLE__

long plinth_list_attributes(int file, char *names, size_t size) { return flistxattr(file, names, size, 0); }

long plinth_get_attribute(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size, 0, 0);
}

int plinth_set_attribute(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0, 0);
}

static int remove_attribute(int file, const char *name) { return fremovexattr(file, name, 0); }

static int is_missing(int code) { return code == ENOATTR || code == ENOTSUP; }

#else

long plinth_list_attributes(int file, char *names, size_t size) { return flistxattr(file, names, size); }

long plinth_get_attribute(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size);
}

int plinth_set_attribute(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0);
}

static int remove_attribute(int file, const char *name) { return fremovexattr(file, name); }

static int is_missing(int code) { return code == ENODATA || code == ENOTSUP; }

#endif

int plinth_remove_attribute(int file, const char *name) {
  int result = remove_attribute(file, name);
  return result == -1 && is_missing(errno) ? 0 : result;
}

// Locks of open files. On Linux they belong to the open file description, like `flock` on Darwin,
// so that closing another descriptor of the file does not release them, and two threads exclude
// each other. A forked child shares the open file description, and would keep the lock after this
// process has ended or release it too early; therefore the child closes its descriptors before it
// does anything else.

#ifdef __APPLE__

static int set_lock(int file, int exclusive) { return flock(file, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB); }

static int clear_lock(int file) { return flock(file, LOCK_UN); }

#else
#ifndef F_OFD_SETLK
#define F_OFD_SETLK 37
#endif

static int change_lock(int file, short type) {
  struct flock whole = {.l_type = type, .l_whence = SEEK_SET};
  return fcntl(file, F_OFD_SETLK, &whole);
}

static int set_lock(int file, int exclusive) { return change_lock(file, exclusive ? F_WRLCK : F_RDLCK); }

static int clear_lock(int file) { return change_lock(file, F_UNLCK); }

#endif

/// The descriptors of the locks that are held, and the process that holds them.
static pthread_mutex_t locks_guard = PTHREAD_MUTEX_INITIALIZER;
static int *held_locks;
static size_t held_count, held_room;
static pid_t locks_owner;

static void before_fork(void) { pthread_mutex_lock(&locks_guard); }

static void after_fork(void) { pthread_mutex_unlock(&locks_guard); }

static void after_fork_in_child(void) {
  int code = errno;
  for (size_t index = 0; index < held_count; index++) close(held_locks[index]);
  held_count = 0;
  locks_owner = 0;
  pthread_mutex_unlock(&locks_guard);
  errno = code;
}

static void watch_forks(void) { pthread_atfork(before_fork, after_fork, after_fork_in_child); }

/// Records a lock. If there is no memory to record it, the lock is held nevertheless.
static void remember_lock(int file) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch_forks);
  pthread_mutex_lock(&locks_guard);
  locks_owner = getpid();
  if (held_count == held_room) {
    size_t room = held_room == 0 ? 16 : held_room * 2;
    int *larger = realloc(held_locks, room * sizeof *larger);
    if (larger != NULL) {
      held_locks = larger;
      held_room = room;
    }
  }
  if (held_count < held_room) held_locks[held_count++] = file;
  pthread_mutex_unlock(&locks_guard);
}

/// Removes a lock from the record. Returns whether this process held it, and not its parent
/// process.
static int forget_lock(int file) {
  pthread_mutex_lock(&locks_guard);
  int is_own = locks_owner == getpid();
  for (size_t index = 0; index < held_count; index++) {
    if (held_locks[index] != file) continue;
    held_locks[index] = held_locks[--held_count];
    break;
  }
  pthread_mutex_unlock(&locks_guard);
  return is_own;
}

int plinth_lock_file(int file, int exclusive) {
  int result = set_lock(file, exclusive);
  if (result == 0) remember_lock(file);
  return result;
}

int plinth_unlock_file(int file) {
  if (!forget_lock(file)) {
    errno = EBADF;
    return -1;
  }
  return clear_lock(file);
}

// Contents.

int plinth_open_regular_file(const char *path, bool *is_regular) {
  struct stat status;
  if (stat(path, &status) == -1) return -1;
  *is_regular = S_ISREG(status.st_mode);
  if (!*is_regular) return -1;
  // O_NONBLOCK: do not wait if a pipe has replaced the file.
  return plinth_above_standard(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

/// Opens a pipe whose ends other programs do not inherit.
static int open_own_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int plinth_open_pipe(int ends[2]) {
  if (open_own_pipe(ends) != 0) return -1;
  for (int end = 0; end < 2; end++) ends[end] = plinth_above_standard(ends[end]);
  if (ends[0] >= 0 && ends[1] >= 0) return 0;
  int code = errno;
  for (int end = 0; end < 2; end++) {
    if (ends[end] >= 0) close(ends[end]);
  }
  errno = code;
  return -1;
}

// Exceeding the process's file size limit is an error and must not end the process: the signal that is sent
// in this case is blocked in this thread and consumed. Without a limit, the system sends no signal.

static int hold_size_signal(sigset_t *old) {
  sigset_t size, pending;
  sigemptyset(&size);
  sigaddset(&size, SIGXFSZ);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &size, old);
  return sigismember(&pending, SIGXFSZ);
}

static void release_size_signal(const sigset_t *old, int was_pending, int is_too_large) {
  int code = errno;
  sigset_t size, pending;
  sigemptyset(&size);
  sigaddset(&size, SIGXFSZ);
  sigpending(&pending);
  int number;
  if (is_too_large && !was_pending && sigismember(&pending, SIGXFSZ)) sigwait(&size, &number);
  pthread_sigmask(SIG_SETMASK, old, NULL);
  errno = code;
}

long plinth_write(int file, const void *bytes, size_t count) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY) return write(file, bytes, count);
  sigset_t old;
  int was_pending = hold_size_signal(&old);
  long written = write(file, bytes, count);
  release_size_signal(&old, was_pending, written == -1 && errno == EFBIG);
  return written;
}

static int reserve(int file, long long size) {
#ifdef __APPLE__
  fstore_t store = {.fst_flags = F_ALLOCATEALL, .fst_posmode = F_PEOFPOSMODE, .fst_length = size};
  return fcntl(file, F_PREALLOCATE, &store) == -1 ? -1 : 0;
#else
  // Not `posix_fallocate`, which writes every block if the file system does not support the call.
  return fallocate(file, 0, 0, size);
#endif
}

int plinth_reserve_file(int file, long long size) {
  sigset_t old;
  int was_pending = hold_size_signal(&old);
  int result = reserve(file, size);
  release_size_signal(&old, was_pending, result == -1 && errno == EFBIG);
  return result;
}

// Names in a directory.

long plinth_list_names(int directory, const char *beginning, char *names, size_t size) {
  int own = plinth_above_standard(openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (own == -1) return -1;
  DIR *stream = fdopendir(own);
  if (stream == NULL) {
    int code = errno;
    close(own);
    errno = code;
    return -1;
  }
  size_t used = 0, wanted = strlen(beginning);
  struct dirent *entry;
  while (errno = 0, (entry = readdir(stream)) != NULL) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (strncmp(entry->d_name, beginning, wanted) != 0) continue;
    size_t length = strlen(entry->d_name) + 1;
    if (used + length <= size) memcpy(names + used, entry->d_name, length);
    used += length;
  }
  int code = errno;
  closedir(stream);
  errno = code;
  return code == 0 ? (long)used : -1;
}

// Time.

void plinth_pause(long long nanoseconds) {
  struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  nanosleep(&time, NULL);
}

// Changes in a directory.
#ifdef __linux__

int plinth_watch_directory(const char *path) {
  int watch = plinth_above_standard(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (watch == -1) return -1;
  uint32_t events = IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO |
                    IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
  if (inotify_add_watch(watch, path, events) != -1) return watch;
  int code = errno;
  close(watch);
  errno = code;
  return -1;
}
#else
int plinth_watch_directory(const char *path) {
  (void)path;
  errno = ENOTSUP;
  return -1;
}
#endif
