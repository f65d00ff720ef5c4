// Directories by descriptor: opening them for traversal, locking them, properties of their file
// systems; and the home directory in the user database. Like the system calls that they wrap, the
// functions return -1 and set `errno` on failure.
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdint.h>
#include <sys/file.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#include <sys/vfs.h>
#endif

// The flag for opening a directory for traversal only, for which search permission is sufficient.
#if defined(O_PATH)
#define WALKING O_PATH
#elif defined(O_SEARCH)
#define WALKING O_SEARCH
#else
#define WALKING O_RDONLY
#endif

int plinth_above_standard(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
  int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int code = errno;
  close(descriptor);
  errno = code;
  return higher;
}

int plinth_walk_directory(int directory, const char *name) {
  return plinth_above_standard(openat(directory, name, WALKING | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

int plinth_open_unlinked_directory(int directory, const char *path) {
#if defined(__linux__) && defined(SYS_openat2)
  // The same layout as `struct open_how`, whose header some C libraries lack.
  struct {
    uint64_t flags, mode, resolve;
  } how = {O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0x04 /* RESOLVE_NO_SYMLINKS */};
  int opened = (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
  // Old kernels and some sandboxes do not provide this call.
  if (opened == -1 && (errno == ENOSYS || errno == EPERM || errno == EINVAL)) errno = ELOOP;
  return plinth_above_standard(opened);
#elif defined(__APPLE__) && defined(O_NOFOLLOW_ANY)
  return plinth_above_standard(openat(directory, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW_ANY));
#else
  (void)directory;
  (void)path;
  errno = ELOOP;
  return -1;
#endif
}

int plinth_hides_losses(int directory) {
#ifdef __linux__
  enum { xfs = 0x58465342 };
  struct statfs status;
  // If the file system is unknown, assume that it hides losses; that costs one more call.
  return fstatfs(directory, &status) != 0 || status.f_type == xfs;
#else
  (void)directory;
  return 0;
#endif
}

int plinth_synchronize_file_system(int directory) {
#ifdef __linux__
  return syncfs(directory);
#else
  // Callers use this function if they cannot open a directory; report that failure.
  (void)directory;
  errno = EACCES;
  return -1;
#endif
}

int plinth_lock_directory(int directory, int exclusive) {
  return flock(directory, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB);
}

long plinth_home_of_user(char *home, size_t size) {
  struct passwd entry, *found = NULL;
  char text[16384];
  int code = getpwuid_r(getuid(), &entry, text, sizeof text, &found);
  if (code != 0 || found == NULL || found->pw_dir == NULL) return -1;
  int length = snprintf(home, size, "%s", found->pw_dir);
  return length >= 0 && (size_t)length < size ? length : -1;
}
