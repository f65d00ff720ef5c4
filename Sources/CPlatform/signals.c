// The signals that tell a program to stop, go on or end, handed from the handler to a pipe. One watcher a process.
#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
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
/// Whether the first signal that ends the process has been handed out, so that its end has begun.
static atomic_int is_answered;
/// SIGTERM and SIGINT, a bit for each, as far as they had come when SIGHUP was handled: the system hands lower numbers
/// out first, whatever was sent first.
static atomic_uint companions;

/// The terminal whose settings are kept, and the process that keeps them; a child that was forked must not restore them.
static int terminal = -1;
static atomic_int terminal_keeper;
static struct termios kept_settings;
static struct sigaction previous_quit;
static unsigned char is_quit_handled;

static int ends_process(int number) { return number == SIGTERM || number == SIGINT || number == SIGHUP; }

void plinth_restore_terminal(void) {
  if (atomic_load(&terminal_keeper) != getpid()) return;
  // A program in the background must leave the terminal to the one in the foreground.
  if (tcgetpgrp(terminal) != getpgrp()) return;
  tcsetattr(terminal, TCSANOW, &kept_settings);
}

/// Gives a signal its default meaning and sends it to the process. It arrives when the handler returns.
static void use_default(int number) {
  signal(number, SIG_DFL);
  kill(getpid(), number);
}

static unsigned bit(int number) { return 1u << number; }

/// SIGTERM and SIGINT, as far as they wait to be handled; a handler blocks them, and so sees them.
static unsigned waiting_companions(void) {
  sigset_t waiting;
  sigemptyset(&waiting);
  sigpending(&waiting);
  return (sigismember(&waiting, SIGTERM) ? bit(SIGTERM) : 0) | (sigismember(&waiting, SIGINT) ? bit(SIGINT) : 0);
}

/// Whether a signal after the first one tells the same wish: a system that ends a service, and a shell that closes, send
/// SIGHUP beside another signal or twice. SIGHUP may also be handled first though it was sent second.
static int is_same_wish(int number) {
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
    if (is_same_wish(number)) return;
    // The second one: whoever sends it does not want to wait.
    plinth_restore_terminal();
    use_default(number);
    return;
  }
  if (number == SIGHUP) atomic_store(&companions, waiting_companions());
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

/// SIGQUIT ends the process as it would have, after the terminal has its settings again.
static void handle_quit(int number) {
  int code = errno;
  plinth_restore_terminal();
  sigaction(number, &previous_quit, NULL);
  kill(getpid(), number);
  errno = code;
}

/// One that is ignored stays so.
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
  if (pipe(ends) != 0) return -1;
  for (int end = 0; end < 2; end++) {
    ends[end] = plinth_above_standard(ends[end]);
    fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    fcntl(ends[end], F_SETFL, O_NONBLOCK);
  }
  if (ends[0] < 0 || ends[1] < 0) return -1;
  pipe_ends[0] = ends[0];
  pipe_ends[1] = ends[1];
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
  // Another thread may take the signal, which needs a moment. The first process of a container is not ended by it at
  // all: then the status is the one that shells give to a program that a signal has ended.
  usleep(500000);
  _exit(128 + number);
}

void plinth_flush_output(void) {
  // A thread that is printing has the lock, and may have it for ever.
  if (ftrylockfile(stdout) != 0) return;
  fflush(stdout);
  funlockfile(stdout);
}
