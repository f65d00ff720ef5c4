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
#include <crt_externs.h>
#endif

#if defined(__APPLE__) && (TARGET_OS_TV || TARGET_OS_WATCH)
int plinth_start_program(const void *arguments, size_t size, bool hides_errors, int *output) {
  errno = ENOTSUP;
  return -1;
}
#else
#include <spawn.h>

#ifdef __APPLE__
// A dynamic library cannot refer to the variable.
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

/// Restores the default action of SIGCHLD in a process that ignores it: the system would not keep the exit
/// status of its children.
static void keep_exit_statuses(void) {
  struct sigaction found;
  if (sigaction(SIGCHLD, NULL, &found) == 0 && !(found.sa_flags & SA_SIGINFO) && found.sa_handler == SIG_IGN) {
    signal(SIGCHLD, SIG_DFL);
  }
}

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

/// Does the same with texts that are each terminated by a zero byte.
static int start_with_texts(char *texts, size_t size, bool hides_errors, int output, pid_t *program) {
  size_t count = 0;
  for (size_t index = 0; index < size; index++) count += texts[index] == '\0';
  char **arguments = calloc(count + 1, sizeof *arguments);
  if (arguments == NULL) return ENOMEM;
  for (size_t index = 0; index < count; index++, texts += strlen(texts) + 1) arguments[index] = texts;
  int error = start(arguments, hides_errors, output, program);
  free(arguments);
  return error;
}

int plinth_start_program(const void *arguments, size_t size, bool hides_errors, int *output) {
  int ends[2];
  if (plinth_open_pipe(ends) != 0) return -1;
  keep_exit_statuses();
  pid_t program = -1;
  int error = start_with_texts((char *)arguments, size, hides_errors, ends[1], &program);
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
