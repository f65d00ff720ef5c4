// Saves as bare system calls. The calls of a state are those of the article "A save, call by call".
#define _GNU_SOURCE
#include "bare_save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

int bare_file_save(const char *folder, const void *bytes, size_t size, enum bare_mode mode) {
  int directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int file = openat(directory, ".b.tmp", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (directory < 0 || file < 0 || write(file, bytes, size) != (ssize_t)size) return -1;
  if (mode != bare_fast && fsync(file) != 0) return -1;
  if (close(file) != 0 || renameat(directory, ".b.tmp", directory, "b") != 0) return -1;
  if (mode == bare_durable && fsync(directory) != 0) return -1;
  return close(directory);
}

#ifdef __linux__
// Acquires or releases the lock of an open file.
static int lock(int file, short kind) {
  struct flock all = {.l_type = kind, .l_whence = SEEK_SET};
  return fcntl(file, kind == F_UNLCK ? F_OFD_SETLK : F_OFD_SETLKW, &all);
}

// Renames a file, replacing another of that name; the first time there is no file to keep.
static int keep(int directory, const char *name, const char *kept) {
  if (linkat(directory, name, directory, ".b.link", 0) != 0) return errno == ENOENT ? 0 : -1;
  return renameat(directory, ".b.link", directory, kept);
}

int bare_state_save(const char *folder, const void *bytes, size_t size, void *room, enum bare_mode mode) {
  const char checksum[] = "user.bare.checksum", access[] = "system.posix_acl_access";
  uint32_t sum = 0;
  char names[256];
  struct stat status;
  int directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return -1;
  fstatat(directory, "b", &status, AT_SYMLINK_NOFOLLOW);
  int locked = openat(directory, ".b.lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (locked < 0 || lock(locked, F_WRLCK) != 0 || fstat(locked, &status) != 0) return -1;
  if (fstatat(directory, ".b.lock", &status, AT_SYMLINK_NOFOLLOW) != 0) return -1;
  int old = openat(directory, "b", O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (old >= 0) {
    if (fstat(old, &status) != 0 || read(old, room, size) != (ssize_t)size) return -1;
    fgetxattr(old, checksum, &sum, sizeof sum);
  }
  int file = openat(directory, ".b.tmp", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0 || write(file, bytes, size) != (ssize_t)size || fstat(file, &status) != 0) return -1;
  if (old >= 0) flistxattr(old, names, sizeof names);
  fremovexattr(file, access);
  fsetxattr(file, checksum, &sum, sizeof sum, 0);
  if (mode != bare_fast && fsync(file) != 0) return -1;
  fstatat(directory, "b.bak.2", &status, AT_SYMLINK_NOFOLLOW);
  if (keep(directory, "b.bak", "b.bak.2") != 0) return -1;
  fstatat(directory, "b", &status, AT_SYMLINK_NOFOLLOW);
  if (close(file) != 0 || keep(directory, "b", "b.bak") != 0) return -1;
  if (renameat(directory, ".b.tmp", directory, "b") != 0) return -1;
  if (mode == bare_durable && fsync(directory) != 0) return -1;
  if (old >= 0) close(old);
  close(directory);
  lock(locked, F_UNLCK);
  return close(locked);
}
#endif
