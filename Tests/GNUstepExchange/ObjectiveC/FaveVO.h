// A favorite location: the tutorial uses this class without listing it.
#import <Foundation/Foundation.h>

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
- (id)initWithLabel:(NSString *)label
      streetAddress:(NSString *)streetAddress
               city:(NSString *)city
              state:(NSString *)state
                zip:(NSString *)zip
                lat:(double)lat
                lon:(double)lon;
@end
