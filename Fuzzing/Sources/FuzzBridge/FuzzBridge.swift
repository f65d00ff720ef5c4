// Reads any bytes as an archive of NSCoding objects, and as a tree of Foundation's objects. The
// bridge rejects what KeyedArchives rejects, for the same reason at the same location, and decodes
// what it decodes unless Foundation does not support it; the result is archived again, and decoded
// again.
import FoundationBridge
import FuzzProperties
import KeyedArchives
import PropertyLists

/// A class that makes every call of a coder.
final class Everything: NSObject, NSCoding {
  private var plain: [Any?] = []
  private var next: Everything?
  private var members: [Any?] = []
  private(set) var link: AnyObject?

  init?(coder: NSCoder) {
    super.init()
    if coder.decodeBool(forKey: "fails") { return nil }
    plain = [
      coder.decodeInteger(forKey: "integer"), coder.decodeInt32(forKey: "int32"),
      coder.decodeFloat(forKey: "float"), coder.decodeDouble(forKey: "double"),
      coder.decodePropertyList(forKey: "plist"), coder.decodeObject(forKey: "object"),
      coder.decodeObject(of: [NSString.self, NSData.self], forKey: "text"),
      coder.decodeObject(), coder.decodeData(), coder.decodePropertyList(),
      coder.containsValue(forKey: "absent"),
    ]
    next = coder.decodeObject(of: Everything.self, forKey: "next")
    let classes: [AnyClass] = [NSArray.self, NSDictionary.self, NSSet.self, Everything.self]
    members = [coder.decodeObject(of: classes, forKey: "members")]
    coder.resolve("link") { [weak self] in self?.link = $0 as AnyObject }
    whole.append(self)
  }

  func encode(with coder: NSCoder) {
    coder.encode(next, forKey: "next")
    coder.encode(members.first ?? nil, forKey: "members")
    coder.encodeConditionalObject(link, forKey: "link")
    if plain.count > 6 {
      coder.encode(plain[5], forKey: "object")
      coder.encode(plain[6], forKey: "text")
    }
  }

  /// Releases everything, so that no cycle outlives its input.
  func dismantle() { (plain, next, members, link) = ([], nil, [], nil) }
}

/// The objects that were created for one input.
nonisolated(unsafe) var whole: [Everything] = []

/// The bridged Foundation classes, and the program's.
let classes: [AnyClass] = [
  NSString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self, NSUUID.self, NSNull.self,
  NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSIndexSet.self,
  NSIndexPath.self, NSValue.self, NSLocale.self, NSTimeZone.self, NSAttributedString.self,
  NSError.self, NSMeasurement.self, NSCharacterSet.self, NSDateComponents.self, NSCalendar.self,
  NSDateInterval.self, NSPersonNameComponents.self, NSRegularExpression.self, NSURLQueryItem.self,
  Unit.self, Everything.self,
]

/// The entry point of libFuzzer: one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = bytes(start, count)
  guard let document = read(input) else { return 0 }
  checkTrees(Data(input), document)
  checkVerdict(Data(input), document)
  checkObjects(Data(input))
  for instance in whole { instance.dismantle() }
  whole = []
  return 0
}

// MARK: Trees

private func checkTrees(_ data: Data, _ document: PlistDocument) {
  for options in [
    PropertyListSerialization.MutabilityOptions(), .mutableContainers, .mutableContainersAndLeaves,
  ] {
    do {
      let tree = try document.foundationObject(options: options)
      guard let own = try? Plist(document).valueCount,
        let again = try? Plist(foundationObject: tree).valueCount
      else { continue }
      check(own == again, "a tree has all values")
    } catch let error as PlistError {
      let reasons: [PlistError.Code] = [
        .notRepresentable, .integerOutOfRange, .equivalentKeys, .depthLimit, .expansionLimit,
      ]
      check(reasons.contains(error.code), "a tree is rejected with a reason: \(error)")
    } catch { check(false, "a tree is rejected with an unexpected error: \(error)") }
  }
}

extension Plist {
  /// The number of values; nil where Foundation's differs: a set has equal members once, and a UID
  /// is a dictionary.
  fileprivate var valueCount: Int? {
    var (count, waiting) = (0, [self])
    while let value = waiting.popLast() {
      count += 1
      switch value {
      case .array(let members): waiting += members
      case .dictionary(let pairs): waiting += pairs.values
      case .set, .uid: return nil
      default: break
      }
    }
    return count
  }
}

// MARK: Archives

/// The result for an archive.
private enum Verdict {
  case made, absent
  case refused(ArchiveError)
}

private func verdict(_ body: () throws -> Bool) -> Verdict? {
  do { return try body() ? .made : .absent } catch {
    if let error = error as? ArchiveError { return .refused(error) }
    check(error is PlistError, "an archive is rejected with an error of this package: \(error)")
    return nil
  }
}

/// The verdicts of KeyedArchives and the bridge are the same. Where the bridge may return unknown
/// objects, it decodes everything that KeyedArchives decodes. Of several faults, the bridge may
/// report one of Foundation's first.
private func checkVerdict(_ data: Data, _ document: PlistDocument) {
  let engine = verdict {
    var options = UnarchivingOptions()
    (options.maximumExpansion, options.maximumDepth) = (20_000, 64)
    let unarchiver = try KeyedUnarchiver(document, options: options)
    return try unarchiver.decodeIfPresent(AnyArchivedObject.self, forKey: "root") != nil
  }
  let bridge = verdict {
    try NSCodingUnarchiver.unarchivedObject(
      ofClasses: classes.filter { $0 != Everything.self } + [UnknownObject.self], from: data,
      options: limits) != nil
  }
  guard let engine, let bridge else { return }
  switch (engine, bridge) {
  case (.made, .made), (.absent, .absent): return
  case (_, .refused(let error)) where isOwnLimit(error): return
  case (.refused(let error), _) where isOwnLimit(error): return
  case (.made, .refused(let error)) where isUnsupported(error): return
  case (.refused, .refused(let error)) where isUnsupported(error): return
  case (.refused(let first), .refused(let second)):
    check(
      first.code == second.code && first.position == second.position,
      "the bridge refuses for the engine's reason, \(first), not \(second)")
  default: check(false, "one verdict: \(engine), \(bridge)")
  }
}

/// Whether an error is one of limits, which differ, or of objects that contain themselves, which
/// Foundation's immutable collections cannot.
private func isOwnLimit(_ error: ArchiveError) -> Bool {
  [.expansionLimit, .depthLimit, .cycle].contains(error.code)
}

/// Whether an error reports a value that Foundation does not support, such as an integer of more
/// than 64 bits, a nil member of a collection, or a URL whose text is invalid.
private func isUnsupported(_ error: ArchiveError) -> Bool {
  [.outOfRange, .notRepresentable, .equivalentKeys].contains(error.code)
    || error.message == "a member of a collection is nil" || error.message.hasSuffix("is not a URL")
}

private let limits: NSCodingOptions = {
  var limits = NSCodingOptions()
  (limits.maximumExpansion, limits.maximumDepth, limits.maximumChain) = (20_000, 64, 200)
  limits.reading = options
  return limits
}()

/// The result is archived again, and decoded again.
private func checkObjects(_ data: Data) {
  var areNil = limits
  areNil.unfinishedObjects = .areNil
  _ = try? NSCodingUnarchiver.unarchivedObject(ofClasses: classes, from: data, options: areNil)
  guard
    let made = try? NSCodingUnarchiver.unarchivedObject(
      ofClasses: classes, from: data, options: limits)
  else { return }
  do {
    let archived = try NSCodingArchiver.archivedData(root: made)
    var generous = NSCodingOptions()
    generous.maximumDepth = 512
    let again = try NSCodingUnarchiver.unarchivedObject(
      ofClasses: classes, from: archived, options: generous)
    check(again != nil, "an archive is decoded again")
  } catch let error as ArchiveError {
    let reasons: [ArchiveError.Code] = [
      .notRepresentable, .cycle, .expansionLimit, .depthLimit, .outOfRange,
    ]
    check(reasons.contains(error.code), "a decoded value survives a round trip: \(error)")
  } catch { check(false, "a decoded value is archived with an unexpected error: \(error)") }
}
