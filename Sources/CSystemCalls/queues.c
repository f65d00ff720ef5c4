// Queues, threads, semaphores and event sources of Dispatch through its C functions. Its Swift interface is
// in a separate library, which every program would load when it starts.
#include "CSystemCalls.h"

#ifdef __APPLE__
#include <dispatch/dispatch.h>

#define READ_EVENTS DISPATCH_SOURCE_TYPE_READ
#define OBJECT(pointer) ((struct dispatch_object_s *)(pointer))
#define QUEUE(pointer) ((dispatch_queue_t)(pointer))
#define SEMAPHORE(pointer) ((dispatch_semaphore_t)(pointer))
#define SOURCE(pointer) ((dispatch_source_t)(pointer))
#else
// The toolchain has headers with these declarations, which a C target can include only with an unsafe flag.
struct dispatch_source_type_s;
extern const struct dispatch_source_type_s _dispatch_source_type_read;
void *dispatch_queue_create(const char *label, void *attributes);
void *dispatch_get_global_queue(intptr_t identifier, uintptr_t flags);
void dispatch_async_f(void *queue, void *context, void (*work)(void *));
void dispatch_sync_f(void *queue, void *context, void (*work)(void *));
void *dispatch_semaphore_create(intptr_t value);
intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t end);
intptr_t dispatch_semaphore_signal(void *semaphore);
uint64_t dispatch_time(uint64_t start, int64_t nanoseconds);
void *dispatch_source_create(
  const struct dispatch_source_type_s *type, uintptr_t handle, uintptr_t mask, void *queue);
void dispatch_source_set_event_handler_f(void *source, void (*handler)(void *));
void dispatch_source_set_cancel_handler_f(void *source, void (*handler)(void *));
void dispatch_source_cancel(void *source);
void dispatch_set_context(void *object, void *context);
void dispatch_set_finalizer_f(void *object, void (*finalizer)(void *));
void dispatch_resume(void *object);
void dispatch_release(void *object);

#define READ_EVENTS (&_dispatch_source_type_read)
#define OBJECT(pointer) (pointer)
#define QUEUE(pointer) (pointer)
#define SEMAPHORE(pointer) (pointer)
#define SOURCE(pointer) (pointer)
#endif

/// Qualities of service.
enum { USER_INITIATED = 0x19, DEFAULT = 0x15 };

void plinth_start_work(bool is_urgent, void *context, void (*work)(void *)) {
  dispatch_async_f(dispatch_get_global_queue(is_urgent ? USER_INITIATED : DEFAULT, 0), context, work);
}

void *plinth_create_queue(const char *label) { return dispatch_queue_create(label, NULL); }

void plinth_schedule_work(void *queue, void *context, void (*work)(void *)) {
  dispatch_async_f(QUEUE(queue), context, work);
}

void plinth_do_work(void *queue, void *context, void (*work)(void *)) {
  dispatch_sync_f(QUEUE(queue), context, work);
}

void *plinth_create_semaphore(void) { return dispatch_semaphore_create(0); }

void plinth_signal_semaphore(void *semaphore) { dispatch_semaphore_signal(SEMAPHORE(semaphore)); }

bool plinth_wait_for_semaphore(void *semaphore, int64_t nanoseconds) {
  return dispatch_semaphore_wait(SEMAPHORE(semaphore), dispatch_time(0, nanoseconds)) == 0;
}

void *plinth_create_read_source(
  int file, void *queue, void *context, void (*event)(void *), void (*cancel)(void *),
  void (*end)(void *)
) {
  void *source = dispatch_source_create(READ_EVENTS, (uintptr_t)file, 0, QUEUE(queue));
  dispatch_set_context(OBJECT(source), context);
  dispatch_source_set_event_handler_f(SOURCE(source), event);
  dispatch_source_set_cancel_handler_f(SOURCE(source), cancel);
  dispatch_set_finalizer_f(OBJECT(source), end);
  return source;
}

void plinth_resume_source(void *source) { dispatch_resume(OBJECT(source)); }

void plinth_cancel_source(void *source) { dispatch_source_cancel(SOURCE(source)); }

void plinth_release_object(void *object) { dispatch_release(OBJECT(object)); }
