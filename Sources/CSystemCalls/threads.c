// Thread-local values: one pointer, whether fields are coded, and the end of the stack. A second
// thread for two pieces of work at the same time.
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <pthread.h>
#include <stdint.h>

#if defined(__linux__)
#include <sched.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#endif
#include <unistd.h>

struct call {
  void (*work)(void *);
  void *context;
};

static void *begin_call(void *argument) {
  struct call *call = argument;
  call->work(call->context);
  return NULL;
}

/// The size of the second thread's stack, which differs between systems otherwise.
static const size_t stack_size = 1 << 20;

void plinth_call_both(void (*own)(void *), void (*other)(void *), void *context) {
  struct call call = {other, context};
  pthread_t thread;
  pthread_attr_t attributes;
  int failed = pthread_attr_init(&attributes);
  if (!failed) {
    failed = pthread_attr_setstacksize(&attributes, stack_size) ||
             pthread_create(&thread, &attributes, begin_call, &call);
    pthread_attr_destroy(&attributes);
  }
  own(context);
  if (failed) {
    other(context);
  } else {
    pthread_join(thread, NULL);
  }
}

int plinth_processor_count(void) {
#if defined(__linux__)
  cpu_set_t processors;
  if (sched_getaffinity(0, sizeof processors, &processors) == 0) {
    int count = CPU_COUNT(&processors);
    if (count > 0) return count;
  }
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (int)count : 1;
}

void **plinth_thread_slot(void) {
  static _Thread_local void *slot;
  return &slot;
}

static _Thread_local int codes_fields;
static _Thread_local uint32_t field_calls;

uint32_t plinth_begin_fields(void) {
  if (codes_fields) return 0;
  codes_fields = 1;
  if (++field_calls == 0) field_calls = 1;
  return field_calls;
}

void plinth_end_fields(void) { codes_fields = 0; }

#if defined(__linux__)
/// Returns the lowest address of the first thread's stack, or 0 for another thread and if the stack
/// is unlimited. For this, pthread_getattr_np reads /proc/self/maps, which costs more than decoding
/// a small file. The name of the program is the last item on that stack, so that the end of the
/// stack is at most a page above it.
static uintptr_t lowest_address_of_first_thread(void) {
  struct rlimit limit;
  if (syscall(SYS_gettid) != getpid() || getrlimit(RLIMIT_STACK, &limit) != 0) return 0;
  uintptr_t name = (uintptr_t)getauxval(AT_EXECFN);
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (limit.rlim_cur == RLIM_INFINITY || name <= here || name - here >= limit.rlim_cur) return 0;
  return name - limit.rlim_cur + 4096;
}
#endif

/// Returns the lowest address of this thread's stack, or 0.
static uintptr_t lowest_address(void) {
#if defined(__APPLE__)
  pthread_t self = pthread_self();
  return (uintptr_t)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self);
#elif defined(__linux__)
  uintptr_t first = lowest_address_of_first_thread();
  if (first != 0) return first;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void *lowest = NULL;
  size_t size = 0;
  int failed = pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return failed ? 0 : (uintptr_t)lowest;
#else
  return 0;
#endif
}

size_t plinth_stack_left(void) {
  static _Thread_local uintptr_t lowest;
  static _Thread_local int is_known;
  if (!is_known) {
    lowest = lowest_address();
    is_known = 1;
  }
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (lowest == 0 || here < lowest) return SIZE_MAX;
  return here - lowest;
}
