// The grid's driver for pugixml, a fast general XML parser that knows nothing of property lists:
// `document` (XML to its tree of nodes) and `write` (the tree of nodes to XML), both with its default options.

#include "../c/driver.h"

#include <pugixml.hpp>

#include <cctype>
#include <memory>
#include <string>

namespace {

// What an operation needs: the request, and for `write` the document that is written.
struct Context {
    const grid_request *request;
    std::unique_ptr<pugi::xml_document> document;
};

// Collects what pugixml writes.
struct StringWriter : pugi::xml_writer {
    std::string text;

    void write(const void *bytes, size_t length) override { text.append(static_cast<const char *>(bytes), length); }
};

pugi::xml_document *parse(const grid_request *request) {
    auto document = std::make_unique<pugi::xml_document>();
    pugi::xml_parse_result result = document->load_buffer(request->input, request->input_length);
    if (!result) {
        grid_fail("pugixml did not parse %s: %s", request->path, result.description());
    }
    return document.release();
}

void *readDocument(void *context) { return parse(static_cast<Context *>(context)->request); }

void releaseDocument(void *, void *result) { delete static_cast<pugi::xml_document *>(result); }

uint64_t textLength(pugi::xml_node element) {
    uint64_t length = 0;
    for (pugi::xml_node text : element.children()) {
        length += strlen(text.value());
    }
    return length;
}

// Returns the number of bytes that base64 text stands for.
uint64_t dataLength(pugi::xml_node element) {
    uint64_t digits = 0;
    for (pugi::xml_node text : element.children()) {
        for (const char *character = text.value(); *character != 0; character++) {
            bool isDigit = isalnum(static_cast<unsigned char>(*character)) || *character == '+' || *character == '/';
            digits += isDigit ? 1 : 0;
        }
    }
    return digits * 3 / 4;
}

// Returns the checksum of a property-list element as the other peers compute it from their values.
uint64_t walk(pugi::xml_node element) {
    const char *name = element.name();
    if (strcmp(name, "key") == 0 || strcmp(name, "string") == 0) {
        return textLength(element);
    }
    if (strcmp(name, "data") == 0) {
        return dataLength(element);
    }
    if (strcmp(name, "dict") != 0 && strcmp(name, "array") != 0) {
        return 1;
    }
    uint64_t sum = 1;
    for (pugi::xml_node child : element.children()) {
        sum += walk(child);
    }
    return sum;
}

uint64_t documentChecksum(void *, void *result) {
    return walk(static_cast<pugi::xml_document *>(result)->document_element().first_child());
}

void *writeDocument(void *context) {
    auto *writer = new StringWriter;
    static_cast<Context *>(context)->document->save(*writer);
    return writer;
}

void releaseOutput(void *, void *result) { delete static_cast<StringWriter *>(result); }

uint64_t outputLength(void *, void *result) { return static_cast<StringWriter *>(result)->text.size(); }

} // namespace

int main(int argumentCount, char **arguments) {
    grid_request request = grid_read_request(argumentCount, arguments);
    Context context{&request, nullptr};
    if (!grid_is_extension(&request, "xml")) {
        grid_fail_unsupported(&request);
    }
    if (grid_is_operation(&request, "document")) {
        grid_work work{readDocument, releaseDocument, documentChecksum, false};
        grid_run(&request, &work, &context);
    } else if (grid_is_operation(&request, "write")) {
        context.document.reset(parse(&request));
        grid_work work{writeDocument, releaseOutput, outputLength, true};
        grid_run(&request, &work, &context);
    } else {
        grid_fail_unsupported(&request);
    }
    return 0;
}
