// Extended attributes of open files: the calls Swift's import of the C library lacks on Linux, and that take more
// arguments on Darwin. Every function answers like the system call it wraps: -1 and `errno` on failure.
#define _GNU_SOURCE
#include "CPlatform.h"

#include <sys/types.h>
#include <sys/xattr.h>

#ifdef __APPLE__

long plinth_list_attributes(int file, char *names, size_t size) { return flistxattr(file, names, size, 0); }

long plinth_get_attribute(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size, 0, 0);
}

int plinth_set_attribute(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0, 0);
}

#else

long plinth_list_attributes(int file, char *names, size_t size) { return flistxattr(file, names, size); }

long plinth_get_attribute(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size);
}

int plinth_set_attribute(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0);
}

#endif
