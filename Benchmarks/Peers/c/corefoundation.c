/* The grid's driver for CoreFoundation, the C library under PropertyListSerialization on Linux: `document` and `write`.
   The Swift toolchain has CoreFoundation inside libFoundation.so, without headers. The declarations that are needed
   are therefore here. */

#include "driver.h"

typedef const void *cf_object;
typedef long cf_index;

typedef struct {
    cf_index location;
    cf_index length;
} cf_range;

enum {
    XML_FORMAT = 100,
    BINARY_FORMAT = 200,
    UTF8_ENCODING = 0x08000100,
};

extern void CFRelease(cf_object object);
extern unsigned long CFGetTypeID(cf_object object);
extern unsigned long CFDictionaryGetTypeID(void);
extern unsigned long CFArrayGetTypeID(void);
extern unsigned long CFStringGetTypeID(void);
extern unsigned long CFDataGetTypeID(void);
extern cf_index CFDictionaryGetCount(cf_object dictionary);
extern void CFDictionaryGetKeysAndValues(cf_object dictionary, cf_object *keys, cf_object *values);
extern cf_index CFArrayGetCount(cf_object array);
extern cf_object CFArrayGetValueAtIndex(cf_object array, cf_index index);
extern cf_index CFStringGetLength(cf_object string);
extern cf_index CFStringGetBytes(cf_object string, cf_range range, uint32_t encoding, uint8_t loss_byte,
                                 unsigned char is_external, uint8_t *buffer, cf_index capacity, cf_index *used);
extern cf_object CFDataCreate(cf_object allocator, const uint8_t *bytes, cf_index length);
extern cf_index CFDataGetLength(cf_object data);
extern cf_object CFPropertyListCreateWithData(cf_object allocator, cf_object data, unsigned long options,
                                              cf_index *format, cf_object *error);
extern cf_object CFPropertyListCreateData(cf_object allocator, cf_object value, cf_index format, unsigned long options,
                                          cf_object *error);

/* What an operation needs: the input, and for `write` the value that is written with its format. */
typedef struct {
    const grid_request *request;
    cf_object input;
    cf_object value;
    cf_index format;
} cf_context;

static void *read_value(void *context) {
    cf_context *state = context;
    cf_object error = NULL;
    cf_object value = CFPropertyListCreateWithData(NULL, state->input, 0, NULL, &error);
    if (value == NULL) {
        grid_fail("CoreFoundation did not parse %s", state->request->path);
    }
    return (void *)value;
}

static void *write_value(void *context) {
    cf_context *state = context;
    cf_object error = NULL;
    cf_object data = CFPropertyListCreateData(NULL, state->value, state->format, 0, &error);
    if (data == NULL) {
        grid_fail("CoreFoundation did not write .%s", state->request->extension);
    }
    return (void *)data;
}

static void release_object(void *context, void *result) {
    (void)context;
    CFRelease(result);
}

static uint64_t utf8_length(cf_object string) {
    cf_range all = {0, CFStringGetLength(string)};
    cf_index used = 0;
    CFStringGetBytes(string, all, UTF8_ENCODING, 0, 0, NULL, 0, &used);
    return (uint64_t)used;
}

static uint64_t walk(cf_object value);

static uint64_t walk_dictionary(cf_object dictionary) {
    uint64_t sum = 1;
    size_t count = (size_t)CFDictionaryGetCount(dictionary);
    if (count == 0) {
        return sum;
    }
    cf_object *keys = calloc(count, sizeof *keys);
    cf_object *values = calloc(count, sizeof *values);
    if (keys == NULL || values == NULL) {
        grid_fail("no memory for %zu keys", count);
    }
    CFDictionaryGetKeysAndValues(dictionary, keys, values);
    for (size_t index = 0; index < count; index++) {
        sum += utf8_length(keys[index]);
        sum += walk(values[index]);
    }
    free(keys);
    free(values);
    return sum;
}

static uint64_t walk_array(cf_object array) {
    uint64_t sum = 1;
    cf_index count = CFArrayGetCount(array);
    for (cf_index index = 0; index < count; index++) {
        sum += walk(CFArrayGetValueAtIndex(array, index));
    }
    return sum;
}

static uint64_t walk(cf_object value) {
    unsigned long type = CFGetTypeID(value);
    if (type == CFDictionaryGetTypeID()) {
        return walk_dictionary(value);
    }
    if (type == CFArrayGetTypeID()) {
        return walk_array(value);
    }
    if (type == CFStringGetTypeID()) {
        return utf8_length(value);
    }
    if (type == CFDataGetTypeID()) {
        return (uint64_t)CFDataGetLength(value);
    }
    return 1;
}

static uint64_t value_checksum(void *context, void *result) {
    (void)context;
    return walk(result);
}

static uint64_t data_length(void *context, void *result) {
    (void)context;
    return (uint64_t)CFDataGetLength(result);
}

int main(int argument_count, char **arguments) {
    grid_request request = grid_read_request(argument_count, arguments);
    bool is_xml = grid_is_extension(&request, "xml");
    bool is_binary = grid_is_extension(&request, "bin");
    cf_context context = {.request = &request, .value = NULL, .format = is_xml ? XML_FORMAT : BINARY_FORMAT};
    context.input = CFDataCreate(NULL, (const uint8_t *)request.input, (cf_index)request.input_length);
    free(request.input);
    request.input = NULL;
    if (grid_is_operation(&request, "document") && (is_xml || is_binary || grid_is_openstep(&request))) {
        grid_work work = {.call = read_value, .release = release_object, .checksum = value_checksum, .writes = false};
        grid_run(&request, &work, &context);
    } else if (grid_is_operation(&request, "write") && (is_xml || is_binary)) {
        context.value = read_value(&context);
        grid_work work = {.call = write_value, .release = release_object, .checksum = data_length, .writes = true};
        grid_run(&request, &work, &context);
    } else {
        grid_fail_unsupported(&request);
    }
    return 0;
}
