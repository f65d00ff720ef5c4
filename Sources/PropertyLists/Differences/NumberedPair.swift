// Two documents that are compared, with the numbers of their values. Relies on `ValueNumbering`.

/// Two documents and the numbers of their values.
struct NumberedPair: ~Copyable {
  let old: DocumentStorage
  let new: DocumentStorage
  private let numbering: ValueNumbering
  /// The ranks of the identity keys, by the numbers of the keys.
  private let identityRanks: [UInt32: Int]

  init(_ old: PlistDocument, _ new: PlistDocument) {
    self.old = old.storage
    self.new = new.storage
    numbering = ValueNumbering([old, new])
    var ranks: [UInt32: Int] = [:]
    for (rank, key) in IdentityKeys.all.enumerated() {
      if let number = numbering.number(ofText: key) { ranks[number] = rank }
    }
    identityRanks = ranks
  }

  @inline(__always)
  func number(old node: Int) -> UInt32 { numbering.number(of: node, in: 0) }

  @inline(__always)
  func number(new node: Int) -> UInt32 { numbering.number(of: node, in: 1) }

  /// Returns the rank of an identity key; nil for any other key.
  func identityRank(ofKey number: UInt32) -> Int? { identityRanks[number] }
}

/// The keys whose values identify a dictionary among the elements of an array.
enum IdentityKeys {
  /// The keys, the most reliable first.
  static let all = [
    "PayloadUUID", "UUID", "uuid", "layerId", "id", "ID", "identifier", "Identifier",
    "PayloadIdentifier", "CFBundleIdentifier", "bundleIdentifier", "UTTypeIdentifier",
    "SKAdNetworkIdentifier", "NSPrivacyAccessedAPIType", "NSPrivacyCollectedDataType",
    "CFBundleURLName", "CFBundleTypeName", "UIApplicationShortcutItemType", "glyphname", "key",
    "Key", "name", "Name",
  ]
}
