// Informs the thread sanitizer of the locks that Swift's `Mutex` waits for. The library that waits
// is not instrumented: without this, what one thread wrote under a lock and another reads under it
// is reported as a race. Scripts/sanitize builds it and loads it into the tests.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// The sanitizer's own; absent in programs that are not built for it.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

#define swiftcall __attribute__((swiftcall))
#define swift_context __attribute__((swift_context))

static void *original(const char *name) { return dlsym(RTLD_NEXT, name); }

// Synchronization._MutexHandle._lockSlow(UInt32)
swiftcall void lock(uint32_t thread, swift_context void *mutex) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
swiftcall void lock(uint32_t thread, swift_context void *mutex) {
  static swiftcall void (*lock_slow)(uint32_t, swift_context void *);
  if (!lock_slow) lock_slow = original("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  lock_slow(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

// Synchronization._MutexHandle._tryLockSlow() -> Bool
swiftcall _Bool try_lock(swift_context void *mutex) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
swiftcall _Bool try_lock(swift_context void *mutex) {
  static swiftcall _Bool (*try_lock_slow)(swift_context void *);
  if (!try_lock_slow) try_lock_slow = original("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
  _Bool is_locked = try_lock_slow(mutex);
  if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
  return is_locked;
}

// Synchronization._MutexHandle._unlockSlow()
swiftcall void unlock(swift_context void *mutex) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
swiftcall void unlock(swift_context void *mutex) {
  static swiftcall void (*unlock_slow)(swift_context void *);
  if (!unlock_slow) unlock_slow = original("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  if (__tsan_release) __tsan_release(mutex);
  unlock_slow(mutex);
}
