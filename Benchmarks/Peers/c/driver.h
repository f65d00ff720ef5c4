/* The part that the drivers in C, C++ and Objective-C share: reads the command line and the file, times the calls
   that a driver describes in a `grid_work`, and prints one JSON object on standard output.
   `Benchmarks/Peers/README.md` describes the command line and the object. */

#ifndef GRID_DRIVER_H
#define GRID_DRIVER_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* The number of zero bytes that follow the input. simdjson reads past the end of its input, and C strings need one. */
#define GRID_PADDING 64

/* The command line, and the contents of its file. */
typedef struct {
    const char *operation;
    const char *path;
    const char *extension;
    long repeats;
    long calls;
    char *input;
    size_t input_length;
} grid_request;

/* An operation of a library. Each function receives the driver's own `context`. */
typedef struct {
    /* Makes one call and returns its result. Calls `grid_fail` where the library reports an error. */
    void *(*call)(void *context);
    /* Releases a result. */
    void (*release)(void *context, void *result);
    /* Returns the checksum of a result; for a writing operation, the number of bytes. */
    uint64_t (*checksum)(void *context, void *result);
    /* Whether a result is bytes that the library wrote. */
    bool writes;
} grid_work;

/* Prints an error as a JSON object and ends the process with status 1. */
__attribute__((noreturn, format(printf, 1, 2))) static inline void grid_fail(const char *format, ...) {
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    fputs("{\"error\": \"", stdout);
    for (const char *character = message; *character != 0; character++) {
        if (*character == '"' || *character == '\\') {
            putchar('\\');
        }
        putchar((unsigned char)*character < ' ' ? ' ' : *character);
    }
    fputs("\"}\n", stdout);
    exit(1);
}

/* Returns the milliseconds of a clock that only moves forward. */
static inline double grid_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* Returns the most memory that the process has had resident so far. */
static inline uint64_t grid_peak_bytes(void) {
    char line[256];
    unsigned long long kibibytes = 0;
    FILE *status = fopen("/proc/self/status", "r");
    if (status == NULL) {
        return 0;
    }
    while (fgets(line, sizeof line, status) != NULL) {
        if (sscanf(line, "VmHWM: %llu", &kibibytes) == 1) {
            break;
        }
    }
    fclose(status);
    return kibibytes * 1024;
}

/* Returns a positive number from the command line. */
static inline long grid_count(const char *text, const char *name) {
    char *end = NULL;
    errno = 0;
    long count = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != 0 || count < 1) {
        grid_fail("expected a positive number for %s, found \"%s\"", name, text);
    }
    return count;
}

/* Reads the command line and the file that it names. */
static inline grid_request grid_read_request(int argument_count, char **arguments) {
    if (argument_count != 5) {
        grid_fail("expected OPERATION FILE REPEATS CALLS, found %d arguments", argument_count - 1);
    }
    grid_request request;
    memset(&request, 0, sizeof request);
    request.operation = arguments[1];
    request.path = arguments[2];
    request.repeats = grid_count(arguments[3], "REPEATS");
    request.calls = grid_count(arguments[4], "CALLS");

    const char *slash = strrchr(request.path, '/');
    const char *dot = strrchr(slash == NULL ? request.path : slash, '.');
    request.extension = dot == NULL ? "" : dot + 1;

    FILE *file = fopen(request.path, "rb");
    struct stat information;
    if (file == NULL || fstat(fileno(file), &information) != 0) {
        grid_fail("%s: %s", request.path, strerror(errno));
    }
    if (!S_ISREG(information.st_mode)) {
        grid_fail("%s: expected a regular file", request.path);
    }
    request.input_length = (size_t)information.st_size;
    request.input = (char *)calloc(1, request.input_length + GRID_PADDING);
    if (request.input == NULL) {
        grid_fail("no memory for %zu bytes of input", request.input_length);
    }
    if (fread(request.input, 1, request.input_length, file) != request.input_length) {
        grid_fail("%s: could not be read to its end", request.path);
    }
    fclose(file);
    return request;
}

/* Returns whether the operation has a name. */
static inline bool grid_is_operation(const grid_request *request, const char *name) {
    return strcmp(request->operation, name) == 0;
}

/* Returns whether the file has an extension. */
static inline bool grid_is_extension(const grid_request *request, const char *name) {
    return strcmp(request->extension, name) == 0;
}

/* Returns whether the file is an OpenStep property list. */
static inline bool grid_is_openstep(const grid_request *request) {
    return grid_is_extension(request, "openstep") || grid_is_extension(request, "pbxproj");
}

/* Ends the process because the library does not have the operation for the format of the file. */
__attribute__((noreturn)) static inline void grid_fail_unsupported(const grid_request *request) {
    grid_fail("the operation \"%s\" is not supported for .%s", request->operation, request->extension);
}

/* Prints a list of milliseconds. */
static inline void grid_print_milliseconds(const char *name, const double *milliseconds, long count) {
    printf("\"%s\": [", name);
    for (long index = 0; index < count; index++) {
        printf("%s%.6f", index == 0 ? "" : ", ", milliseconds[index]);
    }
    printf("], ");
}

/* Makes the calls, times them, and prints the JSON object.
   The checksum is computed after the peak memory is read, and outside of all timings. */
static inline void grid_run(const grid_request *request, const grid_work *work, void *context) {
    double *call_times = (double *)calloc((size_t)request->repeats, sizeof(double));
    double *release_times = (double *)calloc((size_t)request->repeats, sizeof(double));
    if (call_times == NULL || release_times == NULL) {
        grid_fail("no memory for %ld repeats", request->repeats);
    }
    uint64_t checksum = 0;
    uint64_t peak_bytes = 0;
    for (long repeat = 0; repeat < request->repeats; repeat++) {
        double start = grid_now();
        if (request->calls > 1) {
            for (long call = 0; call < request->calls; call++) {
                void *result = work->call(context);
                work->release(context, result);
            }
            call_times[repeat] = (grid_now() - start) / (double)request->calls;
            continue;
        }
        void *result = work->call(context);
        call_times[repeat] = grid_now() - start;
        if (repeat == request->repeats - 1) {
            peak_bytes = grid_peak_bytes();
            checksum = work->checksum(context, result);
        }
        double release_start = grid_now();
        work->release(context, result);
        release_times[repeat] = grid_now() - release_start;
    }
    if (request->calls > 1) {
        peak_bytes = grid_peak_bytes();
        void *result = work->call(context);
        checksum = work->checksum(context, result);
        work->release(context, result);
    }
    unsigned long long bytes = work->writes ? checksum : request->input_length;
    putchar('{');
    grid_print_milliseconds("milliseconds", call_times, request->repeats);
    grid_print_milliseconds("release_milliseconds", release_times, request->repeats);
    printf("\"checksum\": %llu, ", (unsigned long long)checksum);
    printf("\"bytes\": %llu, ", bytes);
    printf("\"peak_bytes\": %llu}\n", (unsigned long long)peak_bytes);
    free(call_times);
    free(release_times);
}

#endif
