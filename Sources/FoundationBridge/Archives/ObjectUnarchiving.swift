// One archive of NSCoding objects being decoded: the classes allowed in each position, by name.
internal import KeyedArchives
internal import PropertyLists

/// The state of one unarchiving session of NSCoding objects.
final class ObjectUnarchiving {
  let options: NSCodingOptions
  let standard = BridgedClasses()
  private let names: ArchivedClassNames
  /// The program's classes that were named, by their possible names in archives.
  private var classes: [ByteKey: AnyClass] = [:] { didSet { unknownRecords = [] } }
  /// The class records with long names that do not belong to a class of the program.
  private var unknownRecords: Set<Int> = []
  /// The URLs with long text, by the node of the text, which many objects may share.
  var longURLs: [Int: NSURL] = [:]
  private var requests: [AllowedClasses.AllowedClassesKey: AllowedClasses] = [:]
  /// The classes of the caller's last request.
  var callersClasses: [AnyClass] = [] { didSet { calls += 1 } }
  /// The number of requests by the caller.
  private(set) var calls = 0
  /// The steps performed by Foundation in addition to creating a value for each archived value.
  var work: [ObjectStep: Int] = [:]

  /// The bytes to which coders have returned pointers.
  private var heldBytes: [HeldBytes] = []

  init(_ names: ArchivedClassNames, options: NSCodingOptions) {
    self.names = names
    self.options = options
  }

  /// Returns the request for objects of the given classes; always the same one for the same set.
  func request(_ classes: [AnyClass], extent: AllowedClasses.Extent) -> AllowedClasses {
    let key = AllowedClasses.AllowedClassesKey(
      classes: Set(classes.map { ObjectIdentifier($0) }), extent: extent)
    if let known = requests[key] { return known }
    for mentioned in classes {
      for name in [names.name(of: mentioned)] + ArchivedClassNames.ownNames(of: mentioned) {
        self.classes[ByteKey(name)] = mentioned
      }
    }
    let request = AllowedClasses(self, classes: classes, extent: extent)
    requests[key] = request
    return request
  }

  /// Retains bytes as long as the unarchiver exists.
  func hold(_ bytes: HeldBytes) { heldBytes.append(bytes) }

  /// Returns the program's class with a name in an archive. A long name is looked up once for each
  /// class record, which many objects may share.
  func programClass(named name: String, record: Int?) -> AnyClass? {
    if let record, unknownRecords.contains(record) { return nil }
    let type: AnyClass? =
      names.chosenClass(named: name) ?? classes[ByteKey(name)]
      ?? ClassNames.qualified(mangled: name).flatMap { classes[ByteKey($0)] }
    if type == nil, name.utf8.count > BridgedClasses.longestName, let record {
      unknownRecords.insert(record)
    }
    return type
  }
}

/// The classes that are allowed in a position. There is one instance for each set of classes; a
/// session uses it to record the requests for such objects.
final class AllowedClasses: BridgedRequest {
  /// The key that distinguishes sets of allowed classes.
  struct AllowedClassesKey: Hashable {
    var classes: Set<ObjectIdentifier>
    var extent: Extent
  }

  /// The Foundation classes that are allowed without being named.
  enum Extent {
    /// None.
    case named
    /// Classes whose objects contain no other objects, for collections of allowed objects.
    case plain
    /// All bridged classes, for requests of any object.
    case foundation
  }

  let classes: [AnyClass]
  private let extent: Extent
  unowned let context: ObjectUnarchiving
  private var known: [ObjectIdentifier: Bool] = [:]
  private lazy var foundationNames = FoundationClasses.names(of: classes)
  /// The result of `forAnything` during one call of the caller; the context retains it.
  private unowned var anything: AllowedClasses?
  private var callOfAnything = 0

  init(_ context: ObjectUnarchiving, classes: [AnyClass], extent: Extent) {
    self.context = context
    self.classes = classes
    self.extent = extent
  }

  /// Unfinished objects are distinct from missing ones only if objects are created on request.
  var mayMakeAhead: Bool { context.options.unfinishedObjects == .areErrors }

  /// The request for members of the collections that this request allows.
  var forMembers: AllowedClasses {
    extent == .named ? context.request(classes, extent: .plain) : self
  }

  /// The request by an object that requests any object: it also allows the classes of its caller.
  var forAnything: AllowedClasses {
    if let anything, callOfAnything == context.calls { return anything }
    let request = context.request(classes + context.callersClasses, extent: .foundation)
    anything = request
    callOfAnything = context.calls
    return request
  }

  func request(for classes: [AnyClass]) -> AllowedClasses {
    context.request(classes, extent: .named)
  }

  /// Whether objects of a class may be created.
  func allows(_ type: AnyClass, kind: BridgedClasses.ClassKind?) -> Bool {
    if let kind, extent == .foundation || extent == .plain && BridgedClasses.isPlain(kind) {
      return true
    }
    let identity = ObjectIdentifier(type)
    if let answer = known[identity] { return answer }
    var current: AnyClass? = type
    while let ancestor = current, !classes.contains(where: { $0 == ancestor }) {
      current = _getSuperclass(ancestor)
    }
    known[identity] = current != nil
    return current != nil
  }

  /// The result of decoding a source.
  struct Made {
    /// The object; nil if its initializer failed without an error.
    var value: Any?
    var type: AnyClass
    var kind: BridgedClasses.ClassKind?
    /// The longest chain of objects from this one, and the nested collections at its top.
    var height = ObjectHeight()
  }

  /// Creates the object of a source, or, if the bridge cannot, an unknown object if allowed.
  func make(_ source: ObjectSource) throws -> Any {
    do { return try makeKnown(source) } catch let error as ArchiveError
      where allows(UnknownObject.self, kind: nil)
      && (Self.isUnmade(source, error: error) || isOfBridge(source, error: error))
    { return try unknown(source) }
  }

  private func unknown(_ source: ObjectSource) throws -> Made {
    Made(value: try source.unknown(), type: UnknownObject.self, kind: nil)
  }

  /// Whether an error means that Foundation cannot represent the object itself, not one inside it.
  private static func isUnmade(_ source: ObjectSource, error: ArchiveError) -> Bool {
    [.notRepresentable, .outOfRange, .equivalentKeys].contains(error.code)
      && error.path == source.error(error.code, message: "").path
  }

  /// Whether an error concerns the contents of an object that only the bridge inspects: the
  /// archiver treats it as an unknown object with any contents.
  private func isOfBridge(_ source: ObjectSource, error: ArchiveError) -> Bool {
    let limits: [ArchiveError.Code] = [.expansionLimit, .depthLimit, .cycle, .unexpectedClass]
    guard let name = try? source.className(), let entry = context.standard.named(name),
      entry.kind.isOfBridge
    else { return false }
    return !limits.contains(error.code)
      || error.code == .unexpectedClass && allows(entry.type, kind: entry.kind)
  }

  private func makeKnown(_ source: ObjectSource) throws -> Made {
    let name = try source.className()
    let reader = ObjectReader(source, request: self, options: context.options)
    if let entry = context.standard.named(name) {
      guard allows(entry.type, kind: entry.kind) else { throw refusal(name, source: source) }
      let value = try StandardUnarchiving(reader: reader, entry: entry).object()
      return Made(
        value: value, type: entry.type, kind: entry.kind,
        height: try reader.height(as: entry.kind.comparesMembers ? .set : .collection))
    }
    guard let type = context.programClass(named: name, record: source.classRecord),
      !FoundationClasses.areUnmade(type)
    else {
      // Throwing an error for each of many such objects would take longer than creating them.
      if allows(UnknownObject.self, kind: nil) { return try unknown(source) }
      let isFoundations =
        name.utf8.starts(with: "NS".utf8) || name.utf8.starts(with: "_NS".utf8)
        || name.utf8.count <= BridgedClasses.longestName && foundationNames.contains(ByteKey(name))
      guard isFoundations else { throw refusal(name, source: source) }
      throw source.error(
        .notRepresentable,
        message:
          "the bridge cannot create \(PlistError.quoted(name)); allow UnknownObject to get its"
          + " fields")
    }
    guard allows(type, kind: nil) else { throw refusal(name, source: source) }
    do { try ClassOrigin(type).refuseInheritedCoding(of: type) } catch {
      throw source.error(error.code, message: error.message)
    }
    guard let coding = type as? any NSCoding.Type else {
      throw source.error(.notRepresentable, message: "\(type) does not conform to NSCoding")
    }
    let coder = BridgeUnarchiver(reader)
    let value: Any? = coding.init(coder: coder)
    try coder.finish()
    return Made(value: value, type: type, kind: nil, height: try reader.height(as: .object))
  }

  func refusal(_ name: String, source: ObjectSource, at position: ValuePosition? = nil)
    -> ArchiveError
  {
    let allowed = classes.prefix(5).map { "\($0)" }.joined(separator: ", ")
    let message =
      "found an object of the class \(PlistError.quoted(name)), which is not allowed here; "
      + (allowed.isEmpty ? "no classes are allowed" : "allowed: " + allowed)
    return position.map { source.error(.unexpectedClass, message: message, value: $0) }
      ?? source.error(.unexpectedClass, message: message)
  }
}
