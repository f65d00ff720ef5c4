// The classes of well-known iOS tutorials in Objective-C, with their keys.
#import <Foundation/Foundation.h>

@interface Foo : NSObject <NSCoding> {
  NSString *name;
  NSNumber *age;
}
@property(copy) NSString *name;
@property(retain) NSNumber *age;
+ (Foo *)fooWithName:(NSString *)name age:(int)age;
@end

@interface Bar : NSObject <NSCoding> {
  NSMutableArray *foos;
}
@property(retain) NSMutableArray *foos;
@end

@interface FlashCard : NSObject <NSCoding> {
  NSString *question;
  NSString *answer;
  int rightCount;
  int wrongCount;
}
@property(copy) NSString *question;
@property(copy) NSString *answer;
@property int rightCount;
@property int wrongCount;
@end

@interface FaveVO : NSObject <NSCoding> {
  NSString *label;
  NSString *streetAddress;
  NSString *city;
  NSString *state;
  NSString *zip;
  double lat;
  double lon;
}
@property(copy) NSString *label;
@property(copy) NSString *streetAddress;
@property(copy) NSString *city;
@property(copy) NSString *state;
@property(copy) NSString *zip;
@property double lat;
@property double lon;
@end

@interface DataModel : NSObject <NSCoding> {
  NSMutableArray *favesArray;
  FaveVO *currentFave;
  NSIndexPath *faveIndex;
}
@property(retain) NSMutableArray *favesArray;
@property(retain) FaveVO *currentFave;
@property(retain) NSIndexPath *faveIndex;
@end

@interface BNRItem : NSObject <NSCoding> {
  NSString *itemName;
  NSString *serialNumber;
  int valueInDollars;
  NSDate *dateCreated;
  NSString *itemKey;
}
@property(copy) NSString *itemName;
@property(copy) NSString *serialNumber;
@property int valueInDollars;
@property(retain) NSDate *dateCreated;
@property(copy) NSString *itemKey;
@end
