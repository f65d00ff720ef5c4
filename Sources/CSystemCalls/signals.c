// The signals that request a program to stop, continue or terminate, passed from the handler
// through a pipe. One watcher for each process.
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/// A message in the pipe; shorter than PIPE_BUF, so that it arrives whole.
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
/// Whether the first terminating signal has been delivered, so that termination has begun.
static atomic_int is_answered;
/// A bit each for SIGTERM and SIGINT if they were pending when SIGHUP was handled: the system
/// delivers signals with lower numbers first, regardless of the order in which they were sent.
static atomic_uint companions;

/// The terminal whose settings are saved, and the process that saved them; a forked child must not
/// restore them.
static int terminal = -1;
static atomic_int terminal_keeper;
static struct termios kept_settings;
static struct sigaction previous_quit;
static unsigned char is_quit_handled;

static int ends_process(int number) { return number == SIGTERM || number == SIGINT || number == SIGHUP; }

void plinth_restore_terminal(void) {
  if (atomic_load(&terminal_keeper) != getpid()) return;
  // A background program must not change the settings of the foreground program's terminal.
  if (tcgetpgrp(terminal) != getpgrp()) return;
  tcsetattr(terminal, TCSANOW, &kept_settings);
}

/// Restores a signal's default action and sends it to the process. The signal arrives when the
/// handler returns.
static void use_default(int number) {
  signal(number, SIG_DFL);
  kill(getpid(), number);
}

static unsigned bit(int number) { return 1u << number; }

/// Returns SIGTERM and SIGINT if they are pending; a handler blocks them, and so can detect them.
static unsigned waiting_companions(void) {
  sigset_t waiting;
  sigemptyset(&waiting);
  sigpending(&waiting);
  return (sigismember(&waiting, SIGTERM) ? bit(SIGTERM) : 0) | (sigismember(&waiting, SIGINT) ? bit(SIGINT) : 0);
}

/// Whether a second signal repeats the first request: when a service is stopped or a shell closes,
/// the system sends SIGHUP together with another signal, or twice. SIGHUP may be handled first even
/// if it was sent second.
static int repeats_request(int number) {
  if (number == SIGHUP) return 1;
  if (atomic_load(&first_ending) != SIGHUP) return 0;
  int came_along = (atomic_fetch_and(&companions, ~bit(number)) & bit(number)) != 0;
  return came_along || !atomic_load(&is_answered);
}

static void note(int number) {
  if (number == SIGCONT) {
    atomic_fetch_add(&continues, 1);
    return;
  }
  int none = 0;
  if (ends_process(number) && !atomic_compare_exchange_strong(&first_ending, &none, number)) {
    if (repeats_request(number)) return;
    // The second terminating signal: its sender does not want to wait.
    plinth_restore_terminal();
    use_default(number);
    return;
  }
  if (number == SIGHUP) atomic_store(&companions, waiting_companions());
  struct message message = {number, atomic_load(&continues)};
  // A full pipe has thousands of messages; another one would add no information.
  (void)!write(pipe_ends[1], &message, sizeof message);
}

static void handle(int number) {
  int code = errno;
  // A forked child that has not called exec yet also has the handler, but its signals are its own.
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

/// Handles SIGQUIT: restores the terminal settings, then terminates the process as the signal would
/// have.
static void handle_quit(int number) {
  int code = errno;
  plinth_restore_terminal();
  sigaction(number, &previous_quit, NULL);
  kill(getpid(), number);
  errno = code;
}

/// Installs the handler for SIGQUIT unless the signal is ignored.
static void handle_quit_from_now_on(void) {
  struct sigaction own;
  if (is_quit_handled || sigaction(SIGQUIT, NULL, &previous_quit) != 0) return;
  if (!(previous_quit.sa_flags & SA_SIGINFO) && previous_quit.sa_handler == SIG_IGN) return;
  memset(&own, 0, sizeof own);
  own.sa_handler = handle_quit;
  own.sa_flags = SA_RESTART;
  sigfillset(&own.sa_mask);
  is_quit_handled = sigaction(SIGQUIT, &own, NULL) == 0;
}

int plinth_keep_terminal(void) {
  plinth_forget_terminal();
  if (terminal < 0) terminal = plinth_above_standard(open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (terminal < 0 || tcgetattr(terminal, &kept_settings) != 0) return -1;
  atomic_store(&terminal_keeper, getpid());
  handle_quit_from_now_on();
  return 0;
}

void plinth_forget_terminal(void) {
  atomic_store(&terminal_keeper, 0);
  if (is_quit_handled) sigaction(SIGQUIT, &previous_quit, NULL);
  is_quit_handled = 0;
}

static int open_pipe(void) {
  if (pipe_ends[0] >= 0) return 0;
  int ends[2];
  if (plinth_open_pipe(ends) != 0) return -1;
  for (int end = 0; end < 2; end++) {
    fcntl(ends[end], F_SETFL, O_NONBLOCK);
    pipe_ends[end] = ends[end];
  }
  return 0;
}

int plinth_open_signals(void) {
  if (open_pipe() != 0) return -1;
  owner = getpid();
  while (plinth_next_signal() >= 0) continue;
  atomic_store(&first_ending, 0);
  atomic_store(&is_answered, 0);
  atomic_store(&companions, 0);
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
  if (ends_process(message.number)) atomic_store(&is_answered, 1);
  return (long long)(message.continues & 0x7fffffff) << 8 | message.number;
}

unsigned plinth_continue_count(void) { return atomic_load(&continues) & 0x7fffffff; }

/// Returns the watched signals that are pending but not delivered to a thread yet. The system
/// reports only signals that the caller blocks.
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
  plinth_restore_terminal();
  raise(SIGSTOP);
  return 1;
}

int plinth_at_exit(void (*work)(void)) { return atexit(work); }

void plinth_exit(int status) {
  plinth_restore_terminal();
  exit(status);
}

void plinth_end_by_signal(int number) {
  plinth_restore_terminal();
  signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  kill(getpid(), number);
  // Another thread may receive the signal, which takes a moment. The first process of a container
  // is not terminated by the signal at all: then the exit status is the one that shells use for a
  // program that was terminated by a signal.
  usleep(500000);
  _exit(128 + number);
}

void plinth_flush_output(void) {
  // A thread that is printing holds the lock, possibly forever.
  if (ftrylockfile(stdout) != 0) return;
  fflush(stdout);
  funlockfile(stdout);
}
