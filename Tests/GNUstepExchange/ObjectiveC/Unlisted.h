// What the tutorials' listings omit: a class that is only mentioned, and the variables of classes
// of which only methods are listed. The listed parts are included from files that extract.py
// writes.
#import <UIKit/UIKit.h>
#import "FaveVO.h"

#include "FlashCardKeys.inc"

#include "FlashCardInterface.inc"
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

@interface FlashCardsViewController : UIViewController {
  NSMutableArray *flashCards;
  int currentCardCounter;
}
@property(retain) NSMutableArray *flashCards;
@property int currentCardCounter;
- (void)archiveFlashCards;
@end

@interface FlashCardsAppDelegate : NSObject {
  FlashCardsViewController *viewController;
}
@property(retain) FlashCardsViewController *viewController;
- (void)applicationDidEnterBackground:(UIApplication *)application;
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

@interface BNRItemStore : NSObject {
  NSMutableArray *_privateItems;
}
@property(retain) NSMutableArray *privateItems;
+ (BNRItemStore *)sharedStore;
- (BOOL)saveChanges;
- (BNRItem *)createItem;
@end

@interface BNRAppDelegate : NSObject
- (void)applicationDidEnterBackground:(UIApplication *)application;
@end

// The apps of property lists, of which one method is listed.
@interface SimpleArrayAppDelegate : NSObject {
  UIWindow *window;
  UIViewController *viewController;
}
- (BOOL)application:(UIApplication *)application
    didFinishLaunchingWithOptions:(NSDictionary *)launchOptions;
@end

@interface PropertiesAppDelegate : SimpleArrayAppDelegate
@end
