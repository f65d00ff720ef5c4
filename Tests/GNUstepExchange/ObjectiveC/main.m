// The tutorials' own classes and apps with GNUstep's archiver:
//   exchange write CLASS FILE binary|xml: writes the sample of a class
//   exchange read CLASS FILE: prints an object, one field a line, as the Swift program does
//   exchange run APP: launches an app of the tutorials and ends it
//   exchange fill APP: does the same, and adds data first
// UIKit.h defines where apps keep their files.
#import "Unlisted.h"
#import "Bar.h"
#import "DataManager.h"
#import "DataModel.h"
#import "EncodingAppDelegate.h"
#import "FirstEncodingAppDelegate.h"
#include <stdio.h>
#include <stdlib.h>

// Methods that the headers in the listings omit.
@interface NSObject (Launching)
- (void)applicationWillTerminate:(UIApplication *)application;
@end

@interface EncodingAppDelegate (Launching)
- (void)applicationDidFinishLaunching:(UIApplication *)application;
@end

@interface FirstEncodingAppDelegate (Launching)
- (BOOL)application:(UIApplication *)application
    didFinishLaunchingWithOptions:(NSDictionary *)launchOptions;
@end

static void line(NSString *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  NSString *text = [[[NSString alloc] initWithFormat:format arguments:arguments] autorelease];
  va_end(arguments);
  printf("%s\n", [text UTF8String]);
}

// The shortest decimal text that reads back as the number, as Swift prints it.
static const char *number(double value) {
  static char texts[4][40];
  static int next = 0;
  char *text = texts[next++ % 4];
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, 40, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  if (value == (long long)value && value < 1e16 && value > -1e16) snprintf(text, 40, "%.1f", value);
  return text;
}

static Foo *sampleFoo(NSString *name, int age) {
  Foo *foo = [[[Foo alloc] init] autorelease];
  foo.name = name;
  foo.age = [NSNumber numberWithInt:age];
  return foo;
}

static Bar *sampleBar(void) {
  Bar *bar = [[[Bar alloc] init] autorelease];
  Foo *juliana = sampleFoo(@"Juliana", 7);
  bar.foos = [NSMutableArray arrayWithObjects:juliana, sampleFoo(@"Nicolás €", 3), juliana, nil];
  return bar;
}

static NSArray *sampleCards(void) {
  FlashCard *first = [[[FlashCard alloc] init] autorelease];
  first.question = @"What is 6 x 7?";
  first.answer = @"42";
  first.rightCount = 3;
  first.wrongCount = 70000;
  FlashCard *second = [[[FlashCard alloc] init] autorelease];
  second.question = @"";
  second.answer = @"42";
  second.rightCount = -1;
  return [NSArray arrayWithObjects:first, second, nil];
}

static FaveVO *sampleFave(NSString *label, double lat, double lon) {
  return [[[FaveVO alloc] initWithLabel:label
                          streetAddress:@"1 Infinite Loop"
                                   city:@"Cupertino"
                                  state:@"CA"
                                    zip:@"95014"
                                    lat:lat
                                    lon:lon] autorelease];
}

static DataModel *sampleModel(void) {
  DataModel *model = [[[DataModel alloc] init] autorelease];
  model.favesArray = [NSMutableArray
      arrayWithObjects:sampleFave(@"Here", 37.331686, -122.030656), sampleFave(@"There", 0.1, 1e300), nil];
  model.currentFave = [model.favesArray objectAtIndex:1];
  model.faveIndex = 1;
  return model;
}

static NSArray *sampleItems(void) {
  BNRItem *spork = [[[BNRItem alloc] init] autorelease];
  spork.itemName = @"Rusty Spork";
  spork.serialNumber = @"3B6F9";
  spork.valueInDollars = 60;
  spork.dateCreated = [NSDate dateWithTimeIntervalSinceReferenceDate:400000000];
  spork.itemKey = @"key";
  BNRItem *empty = [[[BNRItem alloc] init] autorelease];
  empty.itemName = @"Empty";
  empty.dateCreated = spork.dateCreated;
  return [NSArray arrayWithObjects:spork, empty, nil];
}

static id sample(NSString *name) {
  if ([name isEqual:@"Foo"]) return sampleFoo(@"James", 40);
  if ([name isEqual:@"Bar"]) return sampleBar();
  if ([name isEqual:@"FlashCard"]) return sampleCards();
  if ([name isEqual:@"FaveVO"]) return sampleFave(@"Here", 37.331686, -122.030656);
  if ([name isEqual:@"DataModel"]) return sampleModel();
  return [name isEqual:@"BNRItem"] ? sampleItems() : nil;
}

static void show(id object) {
  if ([object isKindOfClass:[NSArray class]]) {
    for (id element in object) show(element);
  } else if ([object isKindOfClass:[Foo class]]) {
    line(@"Foo name=%@ age=%d", [object name], [[object age] intValue]);
  } else if ([object isKindOfClass:[Bar class]]) {
    NSMutableArray *foos = [object foos];
    show(foos);
    line(@"Bar shared=%d", [foos count] > 2 && [foos objectAtIndex:0] == [foos objectAtIndex:2]);
    [foos removeLastObject];
    line(@"Bar count=%d", (int)[foos count]);
  } else if ([object isKindOfClass:[FlashCard class]]) {
    line(@"FlashCard question=%@ answer=%@ right=%d wrong=%d", [object question], [object answer],
         [object rightCount], [object wrongCount]);
  } else if ([object isKindOfClass:[FaveVO class]]) {
    FaveVO *fave = object;
    line(@"FaveVO label=%@ street=%@ city=%@ state=%@ zip=%@ lat=%s lon=%s", fave.label,
         fave.streetAddress, fave.city, fave.state, fave.zip, number(fave.lat), number(fave.lon));
  } else if ([object isKindOfClass:[DataModel class]]) {
    DataModel *model = object;
    show(model.favesArray);
    BOOL isShared = model.currentFave == [model.favesArray objectAtIndex:model.faveIndex];
    line(@"DataModel shared=%d index=%d", isShared, model.faveIndex);
  } else if ([object isKindOfClass:[BNRItem class]]) {
    BNRItem *item = object;
    line(@"BNRItem name=%@ serial=%@ value=%d created=%s key=%@",
         item.itemName ? item.itemName : @"-",
         item.serialNumber ? item.serialNumber : @"-", item.valueInDollars,
         item.dateCreated ? number([item.dateCreated timeIntervalSinceReferenceDate]) : "-",
         item.itemKey ? item.itemKey : @"-");
  } else {
    line(@"unexpected %@", object);
  }
}

static BOOL writeArchive(NSString *name, NSString *path, NSString *format) {
  NSMutableData *data = [NSMutableData data];
  NSKeyedArchiver *archiver = [[[NSKeyedArchiver alloc] initForWritingWithMutableData:data] autorelease];
  [archiver setOutputFormat:[format isEqual:@"xml"] ? NSPropertyListXMLFormat_v1_0
                                                    : NSPropertyListBinaryFormat_v1_0];
  [archiver encodeObject:sample(name) forKey:@"root"];
  [archiver finishEncoding];
  return [data writeToFile:path atomically:YES];
}

// Apps that are launched and end.
static void runDelegate(NSString *name) {
  UIApplication *app = [UIApplication sharedApplication];
  if ([name isEqual:@"Encoding"]) {
    EncodingAppDelegate *delegate = [[EncodingAppDelegate alloc] init];
    [delegate applicationDidFinishLaunching:app];
    [delegate applicationWillTerminate:app];
    return;
  }
  id delegate = [[NSClassFromString([name stringByAppendingString:@"AppDelegate"]) alloc] init];
  [delegate application:app didFinishLaunchingWithOptions:nil];
  if ([name isEqual:@"FirstEncoding"]) [delegate applicationWillTerminate:app];
}

static void runFaves(BOOL fills) {
  DataManager *manager = [DataManager sharedDataManager];
  [manager initDataModel];
  if (fills) {
    [manager.dataModel addNewFaveLocation:sampleFave(@"Home", 37.5, -122.2)];
    [manager.dataModel addNewFaveLocation:sampleFave(@"Work", 44, -123)];
    [manager.dataModel createNewFaveVOFromFaveVO:[manager.dataModel.favesArray objectAtIndex:1]];
    [manager.dataModel setFaveLocation:1];
  } else {
    show(manager.dataModel);
  }
  [[NSNotificationCenter defaultCenter] postNotificationName:UIApplicationWillTerminateNotification
                                                      object:[UIApplication sharedApplication]];
}

static void runFlashCards(BOOL fills) {
  FlashCardsAppDelegate *delegate = [[FlashCardsAppDelegate alloc] init];
  delegate.viewController = [[[FlashCardsViewController alloc] init] autorelease];
  [delegate.viewController viewDidLoad];
  if (fills) [delegate.viewController.flashCards addObjectsFromArray:sampleCards()];
  show(delegate.viewController.flashCards);
  [delegate applicationDidEnterBackground:[UIApplication sharedApplication]];
}

static void runHomepwner(BOOL fills) {
  BNRItemStore *store = [BNRItemStore sharedStore];
  if (fills) {
    [store.privateItems addObjectsFromArray:sampleItems()];
    [store createItem];
  }
  show(store.privateItems);
  [[[BNRAppDelegate alloc] init] applicationDidEnterBackground:[UIApplication sharedApplication]];
}

static void run(NSString *name, BOOL fills) {
  if ([name isEqual:@"Faves"]) return runFaves(fills);
  if ([name isEqual:@"FlashCards"]) return runFlashCards(fills);
  if ([name isEqual:@"Homepwner"]) return runHomepwner(fills);
  runDelegate(name);
}

int main(int count, char **words) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  if (count < 3) return 2;
  NSString *action = [NSString stringWithUTF8String:words[1]];
  NSString *name = [NSString stringWithUTF8String:words[2]];
  NSString *path = count > 3 ? [NSString stringWithUTF8String:words[3]] : nil;
  BOOL done = YES;
  if ([action isEqual:@"write"] && count > 4) {
    done = writeArchive(name, path, [NSString stringWithUTF8String:words[4]]);
  } else if ([action isEqual:@"read"]) {
    show([NSKeyedUnarchiver unarchiveObjectWithFile:path]);
  } else {
    run(name, [action isEqual:@"fill"]);
  }
  [pool release];
  return done ? 0 : 1;
}
