// Large memory regions that are allocated lazily: reserve much, use little, grow, return the rest.
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

void *plinth_reserve_memory(size_t size) {
  void *base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
  madvise(base, size, MADV_HUGEPAGE);
#endif
  return base;
}

void *plinth_grow_memory(void *base, size_t size, size_t larger) {
#ifdef MREMAP_MAYMOVE
  void *moved = mremap(base, size, larger, MREMAP_MAYMOVE);
  if (moved == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
  madvise(moved, larger, MADV_HUGEPAGE);
#endif
  return moved;
#else
  (void)base, (void)size, (void)larger;
  return NULL;
#endif
}

size_t plinth_trim_memory(void *base, size_t size, size_t used) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t kept = (used + page - 1) / page * page;
  if (kept == 0) kept = page;
  if (kept >= size) return size;
  munmap((char *)base + kept, size - kept);
  return kept;
}

void plinth_discard_memory(void *memory, size_t size) {
#ifdef __linux__
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = ((uintptr_t)memory + page - 1) / page * page;
  uintptr_t end = ((uintptr_t)memory + size) / page * page;
  if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
#else
  (void)memory, (void)size;
#endif
}

bool plinth_can_discard_memory(void) {
#ifdef __linux__
  return true;
#else
  return false;
#endif
}

void plinth_release_memory(void *base, size_t size) { munmap(base, size); }

void plinth_prefer_large_pages(void *memory, size_t size) {
#ifdef MADV_HUGEPAGE
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = ((uintptr_t)memory + page - 1) / page * page;
  uintptr_t end = ((uintptr_t)memory + size) / page * page;
  if (start < end) madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
  (void)memory, (void)size;
#endif
}
