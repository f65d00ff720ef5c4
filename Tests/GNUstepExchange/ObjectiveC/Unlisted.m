// The implementations that the listings omit, around the methods that they contain.
#import "Unlisted.h"

@implementation FaveVO
@synthesize label, streetAddress, city, state, zip, lat, lon;

- (id)initWithLabel:(NSString *)aLabel
      streetAddress:(NSString *)aStreetAddress
               city:(NSString *)aCity
              state:(NSString *)aState
                zip:(NSString *)aZip
                lat:(double)aLat
                lon:(double)aLon {
  if ((self = [super init])) {
    self.label = aLabel;
    self.streetAddress = aStreetAddress;
    self.city = aCity;
    self.state = aState;
    self.zip = aZip;
    self.lat = aLat;
    self.lon = aLon;
  }
  return self;
}

- (id)initWithCoder:(NSCoder *)coder {
  return [self initWithLabel:[coder decodeObjectForKey:@"label"]
               streetAddress:[coder decodeObjectForKey:@"streetAddress"]
                        city:[coder decodeObjectForKey:@"city"]
                       state:[coder decodeObjectForKey:@"state"]
                         zip:[coder decodeObjectForKey:@"zip"]
                         lat:[coder decodeDoubleForKey:@"lat"]
                         lon:[coder decodeDoubleForKey:@"lon"]];
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

// As the Swift class describes itself, so that the output of both apps can be compared.
- (NSString *)description {
  return [NSString stringWithFormat:@"%@, %@, %@, %@ %@ (%.1f, %.1f)", label, streetAddress, city,
                                    state, zip, lat, lon];
}
@end

@implementation FlashCard
@synthesize question, answer, rightCount, wrongCount;
#include "FlashCardDecoding.inc"
#include "FlashCardEncoding.inc"
@end

@implementation FlashCardsViewController
@synthesize flashCards, currentCardCounter;

- (void)showNextCard {
}
#include "FlashCardsPath.inc"
#include "FlashCardsSaving.inc"
#include "FlashCardsLoading.inc"
@end

@implementation FlashCardsAppDelegate
@synthesize viewController;
#include "FlashCardsBackground.inc"
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

@implementation BNRItemStore
@synthesize privateItems = _privateItems;

- (NSString *)itemArchivePath {
  return [[NSSearchPathForDirectoriesInDomains(NSDocumentDirectory, NSUserDomainMask, YES)
      objectAtIndex:0] stringByAppendingPathComponent:@"items.archive"];
}
#include "ItemsSaving.inc"
#include "ItemsLoading.inc"
#include "ItemsCreating.inc"

+ (BNRItemStore *)sharedStore {
  static BNRItemStore *shared = nil;
  if (!shared) shared = [[BNRItemStore alloc] initPrivate];
  return shared;
}
@end

@implementation BNRAppDelegate
#include "ItemsBackground.inc"
@end

@implementation SimpleArrayAppDelegate
#include "SimpleArray.inc"
@end

@implementation PropertiesAppDelegate
#include "Properties.inc"
@end
