// The signals that tell a program to stop, go on or end, handed from the handler to a pipe. One watcher a process.
#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What the pipe carries; less than PIPE_BUF, so that it arrives whole.
struct message {
  int number;
  unsigned continues;
};

enum { mostSignals = 65 };

static int pipe_ends[2] = {-1, -1};
static pid_t owner;
static struct sigaction previous[mostSignals];
static unsigned char is_watched[mostSignals];
static atomic_uint continues;
static atomic_int first_ending;

static int ends_process(int number) { return number == SIGTERM || number == SIGINT || number == SIGHUP; }

/// Gives a signal its default meaning and sends it to the process. It arrives when the handler returns.
static void use_default(int number) {
  signal(number, SIG_DFL);
  kill(getpid(), number);
}

static void note(int number) {
  if (number == SIGCONT) {
    atomic_fetch_add(&continues, 1);
    return;
  }
  int none = 0;
  if (ends_process(number) && !atomic_compare_exchange_strong(&first_ending, &none, number)) {
    // The second one: whoever sends it does not want to wait.
    use_default(number);
    return;
  }
  struct message message = {number, atomic_load(&continues)};
  // A full pipe holds thousands of messages; one more would tell nothing new.
  (void)!write(pipe_ends[1], &message, sizeof message);
}

static void handle(int number) {
  int code = errno;
  // A child that was forked and has not called exec yet has the handler too, but its signals are its own.
  if (getpid() == owner) {
    note(number);
  } else {
    use_default(number);
  }
  errno = code;
}

int plinth_signal_number(enum plinth_signal signal) {
  switch (signal) {
  case plinth_suspend: return SIGTSTP;
  case plinth_continue: return SIGCONT;
  case plinth_terminate: return SIGTERM;
  case plinth_interrupt: return SIGINT;
  case plinth_hang_up: return SIGHUP;
  }
  return 0;
}

static int open_pipe(void) {
  if (pipe_ends[0] >= 0) return 0;
  int ends[2];
  if (pipe(ends) != 0) return -1;
  for (int end = 0; end < 2; end++) {
    fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    fcntl(ends[end], F_SETFL, O_NONBLOCK);
  }
  pipe_ends[0] = ends[0];
  pipe_ends[1] = ends[1];
  return 0;
}

int plinth_open_signals(void) {
  if (open_pipe() != 0) return -1;
  owner = getpid();
  atomic_store(&first_ending, 0);
  while (plinth_next_signal() >= 0) continue;
  return pipe_ends[0];
}

int plinth_watch_signal(int number) {
  if (number <= 0 || number >= mostSignals || is_watched[number]) return 0;
  struct sigaction found, own;
  if (sigaction(number, NULL, &found) != 0) return -1;
  if (!(found.sa_flags & SA_SIGINFO) && found.sa_handler == SIG_IGN) return 0;
  memset(&own, 0, sizeof own);
  own.sa_handler = handle;
  own.sa_flags = SA_RESTART;
  sigfillset(&own.sa_mask);
  previous[number] = found;
  if (sigaction(number, &own, NULL) != 0) return -1;
  is_watched[number] = 1;
  return 1;
}

void plinth_restore_signals(void) {
  for (int number = 1; number < mostSignals; number++) {
    if (!is_watched[number]) continue;
    sigaction(number, &previous[number], NULL);
    is_watched[number] = 0;
  }
}

long long plinth_next_signal(void) {
  struct message message;
  ssize_t size;
  do {
    size = read(pipe_ends[0], &message, sizeof message);
  } while (size < 0 && errno == EINTR);
  if (size != (ssize_t)sizeof message) return -1;
  return (long long)(message.continues & 0x7fffffff) << 8 | message.number;
}

unsigned plinth_continue_count(void) { return atomic_load(&continues) & 0x7fffffff; }

/// Which watched signals have come but not been handed to a thread yet. The system shows those that the caller blocks.
static sigset_t waiting_signals(void) {
  sigset_t watched, before, waiting;
  sigemptyset(&watched);
  for (int number = 1; number < mostSignals; number++) {
    if (is_watched[number]) sigaddset(&watched, number);
  }
  sigemptyset(&waiting);
  pthread_sigmask(SIG_BLOCK, &watched, &before);
  sigpending(&waiting);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return waiting;
}

int plinth_ending_signal(void) {
  sigset_t waiting = waiting_signals();
  static const int ending[] = {SIGTERM, SIGINT, SIGHUP};
  for (size_t index = 0; index < sizeof ending / sizeof *ending; index++) {
    if (is_watched[ending[index]] && sigismember(&waiting, ending[index])) return ending[index];
  }
  return atomic_load(&first_ending);
}

int plinth_stop_process(void) {
  sigset_t waiting = waiting_signals();
  if (is_watched[SIGCONT] && sigismember(&waiting, SIGCONT)) return 0;
  raise(SIGSTOP);
  return 1;
}

void plinth_exit(int status) { exit(status); }

void plinth_end_by_signal(int number) {
  signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  kill(getpid(), number);
  // Another thread may take the signal, which needs a moment. The first process of a container is not ended by it at
  // all: then the status is the one that shells give to a program that a signal has ended.
  usleep(500000);
  _exit(128 + number);
}
