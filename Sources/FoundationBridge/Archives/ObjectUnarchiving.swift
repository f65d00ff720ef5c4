// One archive of NSCoding objects on its way to being objects again: which classes may be made where,
// and under which names archives have them.
internal import KeyedArchives
internal import PropertyLists

/// The state of one unarchiving of NSCoding objects.
final class ObjectUnarchiving {
  let options: NSCodingOptions
  let standard = BridgedClasses()
  private let names: ArchivedClassNames
  /// Classes of the program that were mentioned, by the names that archives may have for them.
  private var classes: [ByteKey: AnyClass] = [:] {
    didSet { unknownRecords = [] }
  }
  /// The class records with long names that are of no class of the program's.
  private var unknownRecords: Set<Int> = []
  /// The URLs of long texts, by the node of the text: many objects may share it.
  var longURLs: [Int: NSURL] = [:]
  private var requests: [AllowedClasses.AllowedClassesKey: AllowedClasses] = [:]
  /// The classes that the caller allowed last.
  var callersClasses: [AnyClass] = [] {
    didSet { calls += 1 }
  }
  /// How many times the caller has allowed classes.
  private(set) var calls = 0
  /// What Foundation was made to do beyond making a value for each of the archive's.
  var work: [ObjectStep: Int] = [:]

  /// The bytes that coders have handed out pointers to.
  private var heldBytes: [HeldBytes] = []

  init(_ names: ArchivedClassNames, options: NSCodingOptions) {
    self.names = names
    self.options = options
  }

  /// The request for objects of some classes: the same for the same classes.
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

  /// Keeps bytes as long as the unarchiver.
  func hold(_ bytes: HeldBytes) { heldBytes.append(bytes) }

  /// The class of the program's that an archive has under a name.
  ///
  /// - Parameter record: The number of the class record: many objects may have one class with a long name,
  ///   which is looked up once.
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

/// The classes that may be made in some place. One for each set of classes: a session learns from it
/// what such objects ask for.
final class AllowedClasses: BridgedRequest {
  /// What tells sets of allowed classes apart.
  struct AllowedClassesKey: Hashable {
    var classes: Set<ObjectIdentifier>
    var extent: Extent
  }

  /// Which of Foundation's classes are allowed without being named.
  enum Extent {
    /// None.
    case named
    /// Those that hold no objects: in collections of what is allowed.
    case plain
    /// All that are mapped: where code asks for any object.
    case foundation
  }

  let classes: [AnyClass]
  private let extent: Extent
  unowned let context: ObjectUnarchiving
  private var known: [ObjectIdentifier: Bool] = [:]
  /// The names in archives of those of the classes that are Foundation's.
  private lazy var foundationNames = FoundationClasses.names(of: classes)
  /// What `forAnything` answered in one call of the caller's; the context holds it.
  private unowned var anything: AllowedClasses?
  private var callOfAnything = 0

  init(_ context: ObjectUnarchiving, classes: [AnyClass], extent: Extent) {
    self.context = context
    self.classes = classes
    self.extent = extent
  }

  /// What is unfinished can only be told from what is not made yet where objects are made as they are
  /// asked for.
  var mayMakeAhead: Bool { context.options.unfinishedObjects == .areErrors }

  /// The request for members of collections that this one allows.
  var forMembers: AllowedClasses {
    extent == .named ? context.request(classes, extent: .plain) : self
  }

  /// The request of an object that asks for any object: what its caller and the program's allowed.
  var forAnything: AllowedClasses {
    if let anything, callOfAnything == context.calls { return anything }
    let request = context.request(classes + context.callersClasses, extent: .foundation)
    anything = request
    callOfAnything = context.calls
    return request
  }

  /// The request of an object that asks for some classes.
  func request(for classes: [AnyClass]) -> AllowedClasses {
    context.request(classes, extent: .named)
  }

  /// Whether objects of a class may be made.
  func allows(_ type: AnyClass, kind: BridgedClasses.ClassKind?) -> Bool {
    if let kind, extent == .foundation || extent == .plain && BridgedClasses.isPlain(kind) {
      return true
    }
    let identity = ObjectIdentifier(type)
    if let answer = known[identity] { return answer }
    let answer = isAllowed(type)
    known[identity] = answer
    return answer
  }

  private func isAllowed(_ type: AnyClass) -> Bool {
    var current: AnyClass? = type
    while let ancestor = current {
      if classes.contains(where: { $0 == ancestor }) { return true }
      current = _getSuperclass(ancestor)
    }
    return false
  }

  /// What was made of a source.
  struct Made {
    /// The object; nil when its initializer failed without an error.
    var value: Any?
    var type: AnyClass
    var kind: BridgedClasses.ClassKind?
    /// How many objects hold each other down from this one, and how many collections at the top.
    var height = ObjectHeight()
  }

  /// Makes the object of a source. An object that the bridge cannot make becomes an unknown object
  /// where one is allowed.
  func make(_ source: ObjectSource) throws -> Any {
    do { return try makeKnown(source) } catch let error as ArchiveError
      where allows(UnknownObject.self, kind: nil)
      && (Self.isUnmade(source, error: error) || isOfBridge(source, error: error))
    {
      return try unknown(source)
    }
  }

  private func unknown(_ source: ObjectSource) throws -> Made {
    Made(value: try source.unknown(), type: UnknownObject.self, kind: nil)
  }

  /// Whether an error says that Foundation cannot hold the object of a record itself, not one that
  /// it refers to.
  private static func isUnmade(_ source: ObjectSource, error: ArchiveError) -> Bool {
    [.notRepresentable, .outOfRange, .equivalentKeys].contains(error.code)
      && error.path == source.error(error.code, message: "").path
  }

  /// Whether an error is about the contents of an object that only the bridge looks into: to the engine it
  /// is an unknown object, whatever it holds.
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
      let value = try StandardUnarchiving(reader, entry: entry).object()
      return Made(
        value: value, type: entry.type, kind: entry.kind,
        height: try reader.height(as: entry.kind.comparesMembers ? .set : .collection))
    }
    guard let type = context.programClass(named: name, record: source.classRecord),
      !FoundationClasses.areUnmade(type)
    else {
      // An error for each of many such objects would take longer than the objects.
      if allows(UnknownObject.self, kind: nil) { return try unknown(source) }
      throw unmade(name, source: source)
    }
    return try makeProgramObject(type, name: name, reader: reader)
  }

  private func makeProgramObject(_ type: AnyClass, name: String, reader: ObjectReader) throws
    -> Made
  {
    guard allows(type, kind: nil) else { throw refusal(name, source: reader.source) }
    do { try ClassOrigin(type).refuseInheritedCoding(of: type) } catch {
      throw reader.source.error(error.code, message: error.message)
    }
    guard let coding = type as? any NSCoding.Type else {
      throw reader.source.error(.notRepresentable, message: "\(type) does not conform to NSCoding")
    }
    let coder = BridgeUnarchiver(reader)
    let value: Any? = coding.init(coder: coder)
    try coder.finish()
    return Made(value: value, type: type, kind: nil, height: try reader.height(as: .object))
  }

  /// The error for an object of a class that is neither mapped nor a program's.
  private func unmade(_ name: String, source: ObjectSource) -> ArchiveError {
    let isFoundations =
      FoundationClasses.hasPrefix(name)
      || name.utf8.count <= BridgedClasses.longestName && foundationNames.contains(ByteKey(name))
    guard isFoundations else { return refusal(name, source: source) }
    return source.error(
      .notRepresentable,
      message:
        "the bridge cannot make \(PlistError.quoted(name)); allow UnknownObject to get its fields")
  }

  /// The error for an object that may not be made.
  func refusal(_ name: String, source: ObjectSource, at position: FieldPosition? = nil)
    -> ArchiveError
  {
    let allowed = classes.prefix(5).map { "\($0)" }.joined(separator: ", ")
    let message =
      "found an object of the class \(PlistError.quoted(name)), which is not allowed here; allowed"
      + (allowed.isEmpty ? " are none" : ": " + allowed)
    return position.map { source.error(.unexpectedClass, message: message, value: $0) }
      ?? source.error(.unexpectedClass, message: message)
  }
}
