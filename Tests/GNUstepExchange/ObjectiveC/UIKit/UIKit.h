// The parts of UIKit that the tutorials' listings use, for systems without it: included before each
// of them. Documents is the folder that the variable EXCHANGE_DOCUMENTS names, and archives are
// written in the format that EXCHANGE_FORMAT names. The output of NSLog goes to standard output
// without a time if EXCHANGE_DOCUMENTS is set. The file that defines UIKIT_IMPLEMENTATION has the
// implementations.
#import <Foundation/Foundation.h>

#define IBOutlet
// GCC does not have this type.
#define instancetype id

@interface UIView : NSObject
@end

@interface UIWindow : NSObject
- (void)addSubview:(UIView *)view;
- (void)makeKeyAndVisible;
@end

@interface UIViewController : NSObject
- (UIView *)view;
- (void)viewDidLoad;
@end

// A controller of which the listings use only the name.
@interface EncodingViewController : UIViewController
@end

@protocol UIApplicationDelegate
@end

@interface UIApplication : NSObject
+ (UIApplication *)sharedApplication;
@end

extern NSString *const UIApplicationWillTerminateNotification;

void ExchangeLog(NSString *format, ...);
NSArray *ExchangeDirectories(void);

@interface NSKeyedArchiver (Exchange)
- (id)exchangeInitForWritingWithMutableData:(NSMutableData *)data;
+ (BOOL)exchangeArchiveRootObject:(id)object toFile:(NSString *)path;
@end

#ifdef UIKIT_IMPLEMENTATION

@implementation UIView
@end

@implementation UIWindow
- (void)addSubview:(UIView *)view {
}
- (void)makeKeyAndVisible {
}
@end

@implementation UIViewController
- (UIView *)view {
  return nil;
}
- (void)viewDidLoad {
}
@end

@implementation EncodingViewController
@end

@implementation UIApplication
+ (UIApplication *)sharedApplication {
  static UIApplication *shared = nil;
  if (!shared) shared = [[UIApplication alloc] init];
  return shared;
}
@end

NSString *const UIApplicationWillTerminateNotification = @"UIApplicationWillTerminateNotification";

static NSString *ExchangeVariable(NSString *name) {
  return [[[NSProcessInfo processInfo] environment] objectForKey:name];
}

void ExchangeLog(NSString *format, ...) {
  if (!ExchangeVariable(@"EXCHANGE_DOCUMENTS")) return;
  va_list arguments;
  va_start(arguments, format);
  NSString *text = [[[NSString alloc] initWithFormat:format arguments:arguments] autorelease];
  va_end(arguments);
  printf("%s\n", [text UTF8String]);
}

NSArray *ExchangeDirectories(void) {
  return [NSArray arrayWithObject:ExchangeVariable(@"EXCHANGE_DOCUMENTS")];
}

@implementation NSKeyedArchiver (Exchange)
- (id)exchangeInitForWritingWithMutableData:(NSMutableData *)data {
  self = [self initForWritingWithMutableData:data];
  BOOL isXML = [ExchangeVariable(@"EXCHANGE_FORMAT") isEqual:@"xml"];
  [self setOutputFormat:isXML ? NSPropertyListXMLFormat_v1_0 : NSPropertyListBinaryFormat_v1_0];
  return self;
}

+ (BOOL)exchangeArchiveRootObject:(id)object toFile:(NSString *)path {
  NSMutableData *data = [NSMutableData data];
  NSKeyedArchiver *archiver =
      [[[NSKeyedArchiver alloc] exchangeInitForWritingWithMutableData:data] autorelease];
  [archiver encodeObject:object forKey:@"root"];
  [archiver finishEncoding];
  return [data writeToFile:path atomically:YES];
}
@end

#endif

#define NSLog ExchangeLog
#define NSSearchPathForDirectoriesInDomains(directory, domain, expand) ExchangeDirectories()
#define initForWritingWithMutableData exchangeInitForWritingWithMutableData
#define archiveRootObject exchangeArchiveRootObject

// The only object of a class.
#define SYNTHESIZE_SINGLETON_FOR_CLASS(NAME) \
  +(NAME *)shared##NAME {                    \
    static NAME *shared = nil;               \
    if (!shared) shared = [[NAME alloc] init]; \
    return shared;                           \
  }
