// Type metadata that generic Swift code cannot express: the metatypes of existential types.
#include "CSystemCalls.h"

#include <stdint.h>

// The kinds of metadata and this function are part of the stable ABI of Swift's runtime.
static const uintptr_t existential = 0x303;
static const uintptr_t extended_existential = 0x307;
extern const void *swift_getExistentialMetatypeMetadata(const void *type);

int plinth_is_existential(const void *type) {
  uintptr_t kind = *(const uintptr_t *)type;
  return kind == existential || kind == extended_existential;
}

const void *plinth_existential_metatype(const void *type) {
  return *(const uintptr_t *)type == existential ? swift_getExistentialMetatypeMetadata(type) : NULL;
}
