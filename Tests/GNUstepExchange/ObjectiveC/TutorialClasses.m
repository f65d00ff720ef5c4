// The classes code themselves by hand, each field under its key, as the tutorials have it.
#import "TutorialClasses.h"

@implementation Foo
@synthesize name, age;

+ (Foo *)fooWithName:(NSString *)name age:(int)age {
  Foo *foo = [[[Foo alloc] init] autorelease];
  foo.name = name;
  foo.age = [NSNumber numberWithInt:age];
  return foo;
}

- (id)initWithCoder:(NSCoder *)coder {
  if ((self = [super init])) {
    self.name = [coder decodeObjectForKey:@"name"];
    self.age = [coder decodeObjectForKey:@"age"];
  }
  return self;
}

- (void)encodeWithCoder:(NSCoder *)coder {
  [coder encodeObject:name forKey:@"name"];
  [coder encodeObject:age forKey:@"age"];
}
@end

@implementation Bar
@synthesize foos;

- (id)initWithCoder:(NSCoder *)coder {
  if ((self = [super init])) self.foos = [coder decodeObjectForKey:@"foos"];
  return self;
}

- (void)encodeWithCoder:(NSCoder *)coder {
  [coder encodeObject:foos forKey:@"foos"];
}
@end

@implementation FlashCard
@synthesize question, answer, rightCount, wrongCount;

- (id)initWithCoder:(NSCoder *)coder {
  if ((self = [super init])) {
    self.question = [coder decodeObjectForKey:@"Question"];
    self.answer = [coder decodeObjectForKey:@"Answer"];
    self.rightCount = [coder decodeIntForKey:@"RightCount"];
    self.wrongCount = [coder decodeIntForKey:@"WrongCount"];
  }
  return self;
}

- (void)encodeWithCoder:(NSCoder *)coder {
  [coder encodeObject:question forKey:@"Question"];
  [coder encodeObject:answer forKey:@"Answer"];
  [coder encodeInt:rightCount forKey:@"RightCount"];
  [coder encodeInt:wrongCount forKey:@"WrongCount"];
}
@end

@implementation FaveVO
@synthesize label, streetAddress, city, state, zip, lat, lon;

- (id)initWithCoder:(NSCoder *)coder {
  if ((self = [super init])) {
    self.label = [coder decodeObjectForKey:@"label"];
    self.streetAddress = [coder decodeObjectForKey:@"streetAddress"];
    self.city = [coder decodeObjectForKey:@"city"];
    self.state = [coder decodeObjectForKey:@"state"];
    self.zip = [coder decodeObjectForKey:@"zip"];
    self.lat = [coder decodeDoubleForKey:@"lat"];
    self.lon = [coder decodeDoubleForKey:@"lon"];
  }
  return self;
}

- (void)encodeWithCoder:(NSCoder *)coder {
  [coder encodeObject:label forKey:@"label"];
  [coder encodeObject:streetAddress forKey:@"streetAddress"];
  [coder encodeObject:city forKey:@"city"];
  [coder encodeObject:state forKey:@"state"];
  [coder encodeObject:zip forKey:@"zip"];
  [coder encodeDouble:lat forKey:@"lat"];
  [coder encodeDouble:lon forKey:@"lon"];
}
@end

@implementation DataModel
@synthesize favesArray, currentFave, faveIndex;

- (id)initWithCoder:(NSCoder *)coder {
  if ((self = [super init])) {
    self.favesArray = [coder decodeObjectForKey:@"favesArray"];
    self.currentFave = [coder decodeObjectForKey:@"currentFave"];
    self.faveIndex = [coder decodeObjectForKey:@"currentFaveIndexPath"];
  }
  return self;
}

- (void)encodeWithCoder:(NSCoder *)coder {
  [coder encodeObject:favesArray forKey:@"favesArray"];
  [coder encodeObject:currentFave forKey:@"currentFave"];
  [coder encodeObject:faveIndex forKey:@"currentFaveIndexPath"];
}
@end

@implementation BNRItem
@synthesize itemName, serialNumber, valueInDollars, dateCreated, itemKey;

- (id)initWithCoder:(NSCoder *)coder {
  if ((self = [super init])) {
    self.itemName = [coder decodeObjectForKey:@"itemName"];
    self.serialNumber = [coder decodeObjectForKey:@"serialNumber"];
    self.valueInDollars = [coder decodeIntForKey:@"valueInDollars"];
    self.dateCreated = [coder decodeObjectForKey:@"dateCreated"];
    self.itemKey = [coder decodeObjectForKey:@"itemKey"];
  }
  return self;
}

- (void)encodeWithCoder:(NSCoder *)coder {
  [coder encodeObject:itemName forKey:@"itemName"];
  [coder encodeObject:serialNumber forKey:@"serialNumber"];
  [coder encodeInt:valueInDollars forKey:@"valueInDollars"];
  [coder encodeObject:dateCreated forKey:@"dateCreated"];
  [coder encodeObject:itemKey forKey:@"itemKey"];
}
@end
