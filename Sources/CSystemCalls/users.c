// The user and group databases of a statically linked program, which is compiled with
// PLINTH_STATIC. In such a program, glibc's functions would load the modules of the name service
// configuration, which work only with exactly the glibc that they were built for. The functions
// below replace them: they read only /etc/passwd and /etc/group.
#define _GNU_SOURCE
#include "CSystemCalls.h"

#if defined(PLINTH_STATIC) && defined(__linux__)
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>

/// Names that begin with + or - are not users or groups: they include or exclude entries of other
/// sources.
static int is_name(const char *name) { return name[0] != '\0' && name[0] != '+' && name[0] != '-'; }

/// Returns the result of the POSIX functions: 0 if the entry does not exist.
static int outcome(int code) { return code == ENOENT ? 0 : code; }

static int find_user(const char *name, uid_t user, struct passwd *entry, char *text, size_t size, struct passwd **found) {
  *found = NULL;
  FILE *file = fopen("/etc/passwd", "re");
  if (file == NULL) return outcome(errno);
  int code;
  do code = fgetpwent_r(file, entry, text, size, found);
  while (code == 0 && !(is_name(entry->pw_name) && (name ? strcmp(entry->pw_name, name) == 0 : entry->pw_uid == user)));
  fclose(file);
  return outcome(code);
}

static int find_group(const char *name, gid_t group, struct group *entry, char *text, size_t size, struct group **found) {
  *found = NULL;
  FILE *file = fopen("/etc/group", "re");
  if (file == NULL) return outcome(errno);
  int code;
  do code = fgetgrent_r(file, entry, text, size, found);
  while (code == 0 && !(is_name(entry->gr_name) && (name ? strcmp(entry->gr_name, name) == 0 : entry->gr_gid == group)));
  fclose(file);
  return outcome(code);
}

int getpwuid_r(uid_t user, struct passwd *entry, char *text, size_t size, struct passwd **found) {
  return find_user(NULL, user, entry, text, size, found);
}

int getpwnam_r(const char *name, struct passwd *entry, char *text, size_t size, struct passwd **found) {
  return find_user(name, 0, entry, text, size, found);
}

int getgrgid_r(gid_t group, struct group *entry, char *text, size_t size, struct group **found) {
  return find_group(NULL, group, entry, text, size, found);
}

int getgrnam_r(const char *name, struct group *entry, char *text, size_t size, struct group **found) {
  return find_group(name, 0, entry, text, size, found);
}
#endif
