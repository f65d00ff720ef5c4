// The metadata that a replaced file passes on to its successor: owner, group, extended attributes
// and permissions, in that order, since a change of owner clears some permissions. The successor
// never grants more access than the file did.

internal import SystemPackage

extension FileSteps {
  /// Gives the temporary file the owner, attributes and permissions of the file that it will
  /// replace. Throws an error only if setting the permissions fails.
  func copyAccess(from target: OpenTarget, to temporary: TemporaryFile, now new: FileStatus)
    throws(FileError)
  {
    guard let old = target.status else { return }
    let keepsUser = old.user == new.user || setOwner(of: temporary, user: old.user)
    let keepsGroup = old.group == new.group || setOwner(of: temporary, group: old.group)
    let keepsAccessList = copyAttributes(of: target, to: temporary)
    // The set-user-ID and set-group-ID bits must not grant more to a new owner or group, and the
    // group must not get more access than other users.
    var bits = old.permissions.rawValue
    if !keepsUser { bits &= ~0o4000 }
    if !keepsGroup || !keepsAccessList { bits = bits & ~0o2070 | (bits & 0o7) &<< 3 & bits }
    let permissions = FilePermissions(rawValue: bits)
    // A change of owner clears some permissions.
    if new.permissions == permissions, new.user == old.user, new.group == old.group { return }
    try perform(.setPermissions, call: system.setPermissions(of: temporary.file, to: permissions))
  }

  private func setOwner(of temporary: TemporaryFile, user: UInt32? = nil, group: UInt32? = nil)
    -> Bool
  {
    (try? retryingInterrupts(system.setOwner(of: temporary.file, user: user, group: group))) != nil
  }

  /// Copies the extended attributes as far as the system permits. Returns false if an access
  /// control list was lost; without the list, the group permissions have a different meaning.
  private func copyAttributes(of target: OpenTarget, to temporary: TemporaryFile) -> Bool {
    guard let old = target.file, let names = attributeNames(of: old) else { return false }
    var keepsAccessList = names.contains(AccessList.attribute) || removeAccessList(of: temporary)
    for name in names where name != FileDigest.attribute && name != OwnFiles.attribute {
      let copied: Void? = try? system.setAttribute(
        name, to: system.attribute(name, of: old), of: temporary.file)
      if copied == nil, name == AccessList.attribute { keepsAccessList = false }
    }
    return keepsAccessList
  }

  /// Returns the names of a file's attributes; an empty array if the file system does not support
  /// attributes; nil if they cannot be read.
  private func attributeNames(of file: FileDescriptor) -> [String]? {
    do throws(Errno) { return try retryingInterrupts(system.attributeNames(of: file)) } catch {
      return error == .notSupported ? [] : nil
    }
  }

  /// Removes the access control list that a new file inherited from its directory: the old file has
  /// none, and the list would give others access once the permissions are set. Returns false if
  /// that fails.
  private func removeAccessList(of temporary: TemporaryFile) -> Bool {
    (try? retryingInterrupts(system.removeAttribute(AccessList.attribute, of: temporary.file)))
      != nil
  }
}
