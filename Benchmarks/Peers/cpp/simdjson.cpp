// The grid's driver for simdjson, a JSON parser built on vector instructions: `document` (JSON to its DOM).
// Each call has a parser of its own, because a parser owns the document and each peer makes its result anew.

#include "../c/driver.h"

#include <simdjson.h>

#include <memory>

namespace {

static_assert(GRID_PADDING >= simdjson::SIMDJSON_PADDING, "simdjson reads further past the end of its input");

// A parser with the document that it owns.
struct Document {
    simdjson::dom::parser parser;
    simdjson::dom::element root;
};

void *readDocument(void *context) {
    const auto *request = static_cast<const grid_request *>(context);
    auto document = std::make_unique<Document>();
    const auto *bytes = reinterpret_cast<const uint8_t *>(request->input);
    bool copiesInput = false;
    simdjson::error_code error = document->parser.parse(bytes, request->input_length, copiesInput).get(document->root);
    if (error) {
        grid_fail("simdjson did not parse %s: %s", request->path, simdjson::error_message(error));
    }
    return document.release();
}

void releaseDocument(void *, void *result) { delete static_cast<Document *>(result); }

uint64_t walk(simdjson::dom::element element) {
    uint64_t sum = 1;
    switch (element.type()) {
    case simdjson::dom::element_type::OBJECT:
        for (simdjson::dom::key_value_pair member : simdjson::dom::object(element)) {
            sum += member.key.size();
            sum += walk(member.value);
        }
        return sum;
    case simdjson::dom::element_type::ARRAY:
        for (simdjson::dom::element child : simdjson::dom::array(element)) {
            sum += walk(child);
        }
        return sum;
    case simdjson::dom::element_type::STRING:
        return std::string_view(element).size();
    default:
        return 1;
    }
}

uint64_t documentChecksum(void *, void *result) { return walk(static_cast<Document *>(result)->root); }

} // namespace

int main(int argumentCount, char **arguments) {
    grid_request request = grid_read_request(argumentCount, arguments);
    if (!grid_is_operation(&request, "document") || !grid_is_extension(&request, "json")) {
        grid_fail_unsupported(&request);
    }
    grid_work work{readDocument, releaseDocument, documentChecksum, false};
    grid_run(&request, &work, &request);
    return 0;
}
