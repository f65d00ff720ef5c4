// Writes the sample of a class, or reads one and prints it, with GNUstep's archiver:
//   exchange write CLASS FILE binary|xml
//   exchange read CLASS FILE
//   exchange show KEY FILE: the object of a key of any archive
// What is printed is a line a field; the Swift program prints the same lines for the same values.
#import "TutorialClasses.h"
#include <stdio.h>
#include <stdlib.h>

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

static Foo *sampleFoo(void) {
  return [Foo fooWithName:@"James" age:40];
}

static Bar *sampleBar(void) {
  Bar *bar = [[[Bar alloc] init] autorelease];
  Foo *juliana = [Foo fooWithName:@"Juliana" age:7];
  bar.foos = [NSMutableArray arrayWithObjects:juliana, [Foo fooWithName:@"Nicolás €" age:3], juliana, nil];
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
  FaveVO *fave = [[[FaveVO alloc] init] autorelease];
  fave.label = label;
  fave.streetAddress = @"1 Infinite Loop";
  fave.city = @"Cupertino";
  fave.state = @"CA";
  fave.zip = @"95014";
  fave.lat = lat;
  fave.lon = lon;
  return fave;
}

static DataModel *sampleModel(void) {
  DataModel *model = [[[DataModel alloc] init] autorelease];
  model.favesArray = [NSMutableArray
      arrayWithObjects:sampleFave(@"Here", 37.331686, -122.030656), sampleFave(@"There", 0.1, 1e300), nil];
  model.currentFave = [model.favesArray objectAtIndex:1];
  model.faveIndex = [NSIndexPath indexPathWithIndex:1];
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
  if ([name isEqual:@"Foo"]) return sampleFoo();
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
    int index = model.faveIndex ? (int)[model.faveIndex indexAtPosition:0] : -1;
    BOOL isShared = index >= 0 && model.currentFave == [model.favesArray objectAtIndex:index];
    line(@"DataModel shared=%d index=%d", isShared, index);
  } else if ([object isKindOfClass:[BNRItem class]]) {
    BNRItem *item = object;
    line(@"BNRItem name=%@ serial=%@ value=%d created=%s key=%@", item.itemName,
         item.serialNumber ? item.serialNumber : @"-", item.valueInDollars,
         number([item.dateCreated timeIntervalSinceReferenceDate]), item.itemKey ? item.itemKey : @"-");
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

int main(int count, char **words) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  if (count < 4) return 2;
  NSString *action = [NSString stringWithUTF8String:words[1]];
  NSString *name = [NSString stringWithUTF8String:words[2]];
  NSString *path = [NSString stringWithUTF8String:words[3]];
  BOOL done = YES;
  if ([action isEqual:@"write"] && count > 4) {
    done = writeArchive(name, path, [NSString stringWithUTF8String:words[4]]);
  } else if ([action isEqual:@"show"]) {
    NSData *data = [NSData dataWithContentsOfFile:path];
    done = data != nil;
    if (done) {
      NSKeyedUnarchiver *unarchiver =
          [[[NSKeyedUnarchiver alloc] initForReadingWithData:data] autorelease];
      show([unarchiver decodeObjectForKey:name]);
    }
  } else {
    show([NSKeyedUnarchiver unarchiveObjectWithFile:path]);
  }
  [pool release];
  return done ? 0 : 1;
}
