// What a replaced file hands on to its successor: owner, group, extended attributes, permissions,
// in that order, since a change of owner clears some permissions. Never more access than before.

internal import SystemPackage

extension FileSteps {
  /// Gives the temporary the owner, attributes and permissions of the file it will replace.
  /// Only the permissions must succeed.
  func copyAccess(
    from target: OpenTarget, to temporary: TemporaryFile, now new: FileStatus
  ) throws(FileError) {
    guard let old = target.status else { return }
    let keepsUser = old.user == new.user || setOwner(of: temporary, user: old.user)
    let keepsGroup = old.group == new.group || setOwner(of: temporary, group: old.group)
    let keepsAccessList = copyAttributes(of: target, to: temporary)
    let permissions = inherited(
      old.permissions, keepsUser: keepsUser, keepsGroup: keepsGroup && keepsAccessList)
    // A change of owner clears some permissions.
    if new.permissions == permissions, new.user == old.user, new.group == old.group { return }
    try perform(.setPermissions) { () throws(Errno) in
      try system.setPermissions(of: temporary.file, to: permissions)
    }
  }

  private func setOwner(
    of temporary: TemporaryFile, user: UInt32? = nil, group: UInt32? = nil
  ) -> Bool {
    (try? retryingInterrupts { () throws(Errno) in
      try system.setOwner(of: temporary.file, user: user, group: group)
    }) != nil
  }

  /// The old permissions, without what would mean more to a new owner or group: programs no longer
  /// run as someone else, and the group has no more than everybody.
  private func inherited(
    _ old: FilePermissions, keepsUser: Bool, keepsGroup: Bool
  ) -> FilePermissions {
    var bits = old.rawValue
    if !keepsUser { bits &= ~0o4000 }
    if !keepsGroup { bits = bits & ~0o2070 | (bits & 0o7) << 3 & bits }
    return FilePermissions(rawValue: bits)
  }

  /// Copies the extended attributes as far as the system lets it. False when an access control
  /// list was lost, without which the group's permissions have another meaning.
  private func copyAttributes(
    of target: OpenTarget, to temporary: TemporaryFile
  ) -> Bool {
    guard let old = target.file, let names = attributeNames(of: old)
    else { return false }
    var keepsAccessList = names.contains(Self.accessList) || removeAccessList(of: temporary)
    for name in names where name != FileDigest.attribute && name != OwnFiles.attribute {
      let copied: Void? = try? system.setAttribute(
        name, to: system.attribute(name, of: old), of: temporary.file)
      if copied == nil, name == Self.accessList { keepsAccessList = false }
    }
    return keepsAccessList
  }

  /// The attribute that Linux keeps an access control list in.
  private static var accessList: String { "system.posix_acl_access" }

  /// The names of a file's attributes; nil when they cannot be known, which is another thing than a
  /// file system that has none.
  private func attributeNames(of file: FileDescriptor) -> [String]? {
    do throws(Errno) {
      return try retryingInterrupts { () throws(Errno) in try system.attributeNames(of: file) }
    } catch {
      return error == .notSupported ? [] : nil
    }
  }

  /// Removes the list that a new file has from its directory: the old one has none, and the
  /// permissions that the temporary gets would let its people in. False when that fails.
  private func removeAccessList(of temporary: TemporaryFile) -> Bool {
    (try? retryingInterrupts { () throws(Errno) in
      try system.removeAttribute(Self.accessList, of: temporary.file)
    }) != nil
  }
}
