// Directories by descriptor: opened to walk through, locks that hold one, what its file system does; and the home that the
// user database has. Every function answers like the system call it wraps: -1 and `errno` on failure.
#define _GNU_SOURCE
#include "CPlatform.h"

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

// What a directory is opened for when it is only walked through: search permission is enough then.
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
  // As `struct open_how`, whose header some C libraries lack.
  struct {
    uint64_t flags, mode, resolve;
  } how = {O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0x04 /* RESOLVE_NO_SYMLINKS */};
  int opened = (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
  // Old kernels and some sandboxes have no such call.
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
  // Where that is not known, it is asked for: that costs one call.
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
  // For it is asked where a directory may not be opened, which is the failure then.
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
