// Directories by descriptor: opened to walk through or to list, what a name in one is, locks that hold one, and the home
// that the user database has. Every function answers like the system call it wraps: -1 and `errno` on failure.
#define _GNU_SOURCE
#include "CPlatform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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

static int start(int directory) { return directory < 0 ? AT_FDCWD : directory; }

int plinth_open_directory(int directory, const char *name, enum plinth_directory_use use) {
  int flags = use == plinth_to_walk ? WALKING : O_RDONLY;
  return plinth_above_standard(openat(start(directory), name, flags | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

int plinth_is_at(int directory, const char *path) {
  struct stat open, named;
  if (fstat(directory, &open) != 0 || fstatat(AT_FDCWD, path, &named, AT_SYMLINK_NOFOLLOW) != 0) return 0;
  return open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

int plinth_create_file(int directory, const char *name, const char *text) {
  int file = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  size_t size = strlen(text);
  ssize_t written;
  do {
    written = write(file, text, size);
  } while (written < 0 && errno == EINTR);
  int code = written < 0 ? errno : ENOSPC;
  int isWhole = written == (ssize_t)size;
  isWhole = close(file) == 0 && isWhole;
  if (isWhole) return 0;
  unlinkat(directory, name, 0);
  errno = code;
  return -1;
}

int plinth_is_file_with(int directory, const char *name, const char *text) {
  int file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return 0;
  struct stat status;
  char found[512];
  size_t size = strlen(text);
  ssize_t length = -1;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid()) {
    do {
      length = read(file, found, sizeof found);
    } while (length < 0 && errno == EINTR);
  }
  close(file);
  return length >= 0 && (size_t)length == size && memcmp(found, text, size) == 0;
}

int plinth_kind(int directory, const char *name, enum plinth_links links) {
  struct stat status;
  if (fstatat(start(directory), name, &status, links == plinth_stop_at_links ? AT_SYMLINK_NOFOLLOW : 0) != 0) {
    return errno == ENOENT ? plinth_missing : -1;
  }
  if (S_ISDIR(status.st_mode)) return plinth_directory;
  return S_ISLNK(status.st_mode) ? plinth_symbolic_link : plinth_other;
}

int plinth_is_private_directory(int directory) {
  struct stat status;
  if (fstat(directory, &status) != 0) return 0;
  return S_ISDIR(status.st_mode) && status.st_uid == geteuid() && (status.st_mode & 07777) == 0700;
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

int plinth_lock_directory(int directory, enum plinth_lock lock) {
  return flock(directory, (lock == plinth_exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB);
}

void *plinth_open_names(int directory) {
  int copy = plinth_above_standard(openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (copy < 0) return NULL;
  DIR *names = fdopendir(copy);
  if (names == NULL) close(copy);
  return names;
}

const char *plinth_next_name(void *names) {
  for (;;) {
    struct dirent *entry = readdir(names);
    if (entry == NULL) return NULL;
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) return entry->d_name;
  }
}

void plinth_close_names(void *names) { closedir(names); }

long plinth_home_of_user(char *home, size_t size) {
  struct passwd entry, *found = NULL;
  char text[16384];
  int code = getpwuid_r(getuid(), &entry, text, sizeof text, &found);
  if (code != 0 || found == NULL || found->pw_dir == NULL) return -1;
  int length = snprintf(home, size, "%s", found->pw_dir);
  return length >= 0 && (size_t)length < size ? length : -1;
}
