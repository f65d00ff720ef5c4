/* The grid's driver for libplist, of Debian and of a newer release: `document` and `write`.
   Compiled with LIBPLIST_TEXT_FORMATS where libplist reads and writes JSON and OpenStep. */

#include "driver.h"

#include <plist/plist.h>

/* What an operation needs: the request, and for `write` the document that is written. */
typedef struct {
    const grid_request *request;
    plist_t document;
} libplist_context;

/* What libplist wrote. */
typedef struct {
    char *text;
    uint32_t length;
} libplist_output;

static plist_t parse(const grid_request *request) {
    plist_t document = NULL;
    if (request->input_length > UINT32_MAX) {
        grid_fail("libplist reads at most 4 GiB");
    }
    uint32_t length = (uint32_t)request->input_length;
    if (grid_is_extension(request, "xml")) {
        plist_from_xml(request->input, length, &document);
    } else if (grid_is_extension(request, "bin")) {
        plist_from_bin(request->input, length, &document);
#ifdef LIBPLIST_TEXT_FORMATS
    } else if (grid_is_extension(request, "json")) {
        plist_from_json(request->input, length, &document);
    } else if (grid_is_openstep(request)) {
        plist_from_openstep(request->input, length, &document);
#endif
    } else {
        grid_fail_unsupported(request);
    }
    if (document == NULL) {
        grid_fail("libplist did not parse %s", request->path);
    }
    return document;
}

static void *read_document(void *context) {
    libplist_context *state = context;
    return parse(state->request);
}

static void release_document(void *context, void *result) {
    (void)context;
    plist_free(result);
}

static uint64_t walk(plist_t node);

static uint64_t walk_dictionary(plist_t node) {
    uint64_t sum = 1;
    plist_dict_iter iterator = NULL;
    plist_dict_new_iter(node, &iterator);
    for (;;) {
        char *key = NULL;
        plist_t value = NULL;
        plist_dict_next_item(node, iterator, &key, &value);
        if (value == NULL) {
            break;
        }
        sum += strlen(key);
        sum += walk(value);
        free(key);
    }
    free(iterator);
    return sum;
}

static uint64_t walk_array(plist_t node) {
    uint64_t sum = 1;
    plist_array_iter iterator = NULL;
    plist_array_new_iter(node, &iterator);
    for (;;) {
        plist_t value = NULL;
        plist_array_next_item(node, iterator, &value);
        if (value == NULL) {
            break;
        }
        sum += walk(value);
    }
    free(iterator);
    return sum;
}

static uint64_t walk(plist_t node) {
    uint64_t length = 0;
    switch (plist_get_node_type(node)) {
    case PLIST_DICT:
        return walk_dictionary(node);
    case PLIST_ARRAY:
        return walk_array(node);
    case PLIST_STRING:
        plist_get_string_ptr(node, &length);
        return length;
    case PLIST_DATA:
        plist_get_data_ptr(node, &length);
        return length;
    default:
        return 1;
    }
}

static uint64_t document_checksum(void *context, void *result) {
    (void)context;
    return walk(result);
}

static void *write_document(void *context) {
    libplist_context *state = context;
    libplist_output *output = calloc(1, sizeof *output);
    if (output == NULL) {
        grid_fail("no memory for the output");
    }
    if (grid_is_extension(state->request, "xml")) {
        plist_to_xml(state->document, &output->text, &output->length);
    } else if (grid_is_extension(state->request, "bin")) {
        plist_to_bin(state->document, &output->text, &output->length);
#ifdef LIBPLIST_TEXT_FORMATS
    } else if (grid_is_extension(state->request, "json")) {
        plist_to_json(state->document, &output->text, &output->length, 0);
    } else if (grid_is_openstep(state->request)) {
        plist_to_openstep(state->document, &output->text, &output->length, 0);
#endif
    } else {
        grid_fail_unsupported(state->request);
    }
    if (output->text == NULL) {
        grid_fail("libplist did not write .%s", state->request->extension);
    }
    return output;
}

static void release_output(void *context, void *result) {
    (void)context;
    libplist_output *output = result;
    free(output->text);
    free(output);
}

static uint64_t output_length(void *context, void *result) {
    (void)context;
    return ((libplist_output *)result)->length;
}

int main(int argument_count, char **arguments) {
    grid_request request = grid_read_request(argument_count, arguments);
    libplist_context context = {.request = &request, .document = NULL};
    if (grid_is_operation(&request, "document")) {
        grid_work work = {
            .call = read_document, .release = release_document, .checksum = document_checksum, .writes = false};
        grid_run(&request, &work, &context);
    } else if (grid_is_operation(&request, "write")) {
        context.document = parse(&request);
        grid_work work = {.call = write_document, .release = release_output, .checksum = output_length, .writes = true};
        grid_run(&request, &work, &context);
    } else {
        grid_fail_unsupported(&request);
    }
    return 0;
}
