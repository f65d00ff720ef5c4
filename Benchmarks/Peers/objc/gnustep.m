// The grid's driver for GNUstep's Foundation: `document` and `write` of property lists, and
// `unarchive` and `archive` of keyed archives of flash cards. Each call and its result have their
// own autorelease pool, which the release drains.

#import <Foundation/Foundation.h>

#include "../c/driver.h"

@interface FlashCard : NSObject <NSCoding> {
  @public
    NSString *question;
    NSString *answer;
    NSInteger rightCount;
    NSInteger wrongCount;
}
@end

@implementation FlashCard

- (id)initWithCoder:(NSCoder *)coder {
    self = [super init];
    if (self != nil) {
        question = [[coder decodeObjectForKey:@"question"] retain];
        answer = [[coder decodeObjectForKey:@"answer"] retain];
        rightCount = [coder decodeIntegerForKey:@"rightCount"];
        wrongCount = [coder decodeIntegerForKey:@"wrongCount"];
    }
    return self;
}

- (void)encodeWithCoder:(NSCoder *)coder {
    [coder encodeObject:question forKey:@"question"];
    [coder encodeObject:answer forKey:@"answer"];
    [coder encodeInteger:rightCount forKey:@"rightCount"];
    [coder encodeInteger:wrongCount forKey:@"wrongCount"];
}

- (void)dealloc {
    [question release];
    [answer release];
    [super dealloc];
}

@end

// The parts of an operation: the input, and for writing operations the object that is written with
// its format.
typedef struct {
    const grid_request *request;
    NSData *input;
    id object;
    NSPropertyListFormat format;
    NSAutoreleasePool *pool;
} gnustep_context;

static id checked(const grid_request *request, id result, NSError *error) {
    if (result == nil) {
        const char *reason = error == nil ? "it gave no reason" : [[error localizedDescription] UTF8String];
        grid_fail("GNUstep failed at \"%s\" of %s: %s", request->operation, request->path, reason);
    }
    return result;
}

static id readPropertyList(gnustep_context *state) {
    NSError *error = nil;
    id result = [NSPropertyListSerialization propertyListWithData:state->input
                                                          options:NSPropertyListImmutable
                                                           format:NULL
                                                            error:&error];
    return checked(state->request, result, error);
}

static id writePropertyList(gnustep_context *state) {
    NSError *error = nil;
    id result = [NSPropertyListSerialization dataWithPropertyList:state->object
                                                           format:state->format
                                                          options:0
                                                            error:&error];
    return checked(state->request, result, error);
}

static id unarchive(gnustep_context *state) {
    return checked(state->request, [NSKeyedUnarchiver unarchiveObjectWithData:state->input], nil);
}

static id archive(gnustep_context *state) {
    NSMutableData *data = [NSMutableData data];
    NSKeyedArchiver *archiver = [[NSKeyedArchiver alloc] initForWritingWithMutableData:data];
    [archiver setOutputFormat:state->format];
    [archiver encodeObject:state->object forKey:@"root"];
    [archiver finishEncoding];
    [archiver release];
    return data;
}

static void *callInPool(gnustep_context *state, id (*operation)(gnustep_context *)) {
    state->pool = [NSAutoreleasePool new];
    return operation(state);
}

static void *callRead(void *context) {
    return callInPool(context, readPropertyList);
}

static void *callWrite(void *context) {
    return callInPool(context, writePropertyList);
}

static void *callUnarchive(void *context) {
    return callInPool(context, unarchive);
}

static void *callArchive(void *context) {
    return callInPool(context, archive);
}

static void drainPool(void *context, void *result) {
    (void)result;
    gnustep_context *state = context;
    [state->pool release];
    state->pool = nil;
}

static uint64_t utf8Length(NSString *string) {
    return [string lengthOfBytesUsingEncoding:NSUTF8StringEncoding];
}

static uint64_t walk(id object) {
    uint64_t sum = 1;
    if ([object isKindOfClass:[NSDictionary class]]) {
        for (NSString *key in object) {
            sum += utf8Length(key);
            sum += walk([object objectForKey:key]);
        }
        return sum;
    }
    if ([object isKindOfClass:[NSArray class]]) {
        for (id element in object) {
            sum += walk(element);
        }
        return sum;
    }
    if ([object isKindOfClass:[FlashCard class]]) {
        FlashCard *card = object;
        return sum + walk(card->question) + walk(card->answer) + 2;
    }
    if ([object isKindOfClass:[NSString class]]) {
        return utf8Length(object);
    }
    if ([object isKindOfClass:[NSData class]]) {
        return [object length];
    }
    return 1;
}

static uint64_t objectChecksum(void *context, void *result) {
    (void)context;
    return walk(result);
}

static uint64_t dataLength(void *context, void *result) {
    (void)context;
    return [(NSData *)result length];
}

static void run(const grid_request *request, gnustep_context *context) {
    grid_work work = {.release = drainPool, .checksum = objectChecksum, .writes = false};
    if (grid_is_operation(request, "document")) {
        work.call = callRead;
    } else if (grid_is_operation(request, "unarchive")) {
        work.call = callUnarchive;
    } else {
        work.checksum = dataLength;
        work.writes = true;
        if (grid_is_operation(request, "write")) {
            context->object = [readPropertyList(context) retain];
            work.call = callWrite;
        } else if (grid_is_operation(request, "archive")) {
            context->object = [unarchive(context) retain];
            work.call = callArchive;
        } else {
            grid_fail_unsupported(request);
        }
    }
    grid_run(request, &work, context);
}

int main(int argumentCount, char **arguments) {
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    grid_request request = grid_read_request(argumentCount, arguments);
    gnustep_context context = {.request = &request};
    if (grid_is_extension(&request, "xml")) {
        context.format = NSPropertyListXMLFormat_v1_0;
    } else if (grid_is_extension(&request, "bin")) {
        context.format = NSPropertyListBinaryFormat_v1_0;
    } else if (grid_is_openstep(&request)) {
        context.format = NSPropertyListOpenStepFormat;
    } else {
        grid_fail_unsupported(&request);
    }
    context.input = [[NSData alloc] initWithBytesNoCopy:request.input length:request.input_length freeWhenDone:YES];
    @try {
        run(&request, &context);
    } @catch (NSException *exception) {
        grid_fail("%s", [[exception reason] UTF8String]);
    }
    [pool release];
    return 0;
}
