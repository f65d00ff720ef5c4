// Running other programs. Like the system calls that they wrap, the functions return -1 and set `errno` on
// failure.
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __APPLE__
#include <TargetConditionals.h>
#endif

#if defined(__APPLE__) && (TARGET_OS_TV || TARGET_OS_WATCH)
int plinth_start_program(const void *arguments, size_t size, bool hides_errors, int *output) {
  errno = ENOTSUP;
  return -1;
}
#else
#include <spawn.h>

extern char **environ;

/// Starts a program whose standard output is `output`. Returns an error number, or 0.
static int start(char *const arguments[], bool hides_errors, int output, pid_t *program) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (error == 0 && hides_errors) {
    error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  if (error == 0) error = posix_spawnp(program, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int plinth_start_program(const void *arguments, size_t size, bool hides_errors, int *output) {
  char *next = (char *)arguments, *end = next + size;
  size_t count = 0;
  for (char *byte = next; byte < end; byte++) count += *byte == '\0';
  char **list = calloc(count + 1, sizeof *list);
  if (list == NULL) return -1;
  for (size_t index = 0; index < count; index++, next += strlen(next) + 1) list[index] = next;
  int ends[2];
  if (plinth_open_pipe(ends) != 0) {
    free(list);
    return -1;
  }
  // The system keeps no exit status for a process that ignores this signal.
  signal(SIGCHLD, SIG_DFL);
  pid_t program = -1;
  int error = start(list, hides_errors, ends[1], &program);
  free(list);
  close(ends[1]);
  if (error == 0) {
    *output = ends[0];
    return program;
  }
  close(ends[0]);
  errno = error;
  return -1;
}
#endif

int plinth_wait_for_program(int program) {
  int status;
  pid_t ended;
  do ended = waitpid(program, &status, 0);
  while (ended == -1 && errno == EINTR);
  if (ended == -1) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}
