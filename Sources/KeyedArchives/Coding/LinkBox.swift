// The storage of a strong link. When freeing one box frees another, the boxes pass their targets to
// a list of the thread, which frees them in a loop: a chain of a million links needs no deep stack.
internal import CPlatform

/// A box for the target of a link.
final class LinkBox<Target: AnyObject> {
  var target: Target?

  init(_ target: Target?) { self.target = target }

  deinit {
    guard target != nil else { return }
    // The list must own the last reference before anything is freed.
    ReleaseList.release { list in
      list.targets.append(target)
      target = nil
    }
  }
}

/// A box for an object of any class that is freed in the same way.
final class ObjectBox {
  var target: (any AnyObject & Codable)?

  init(_ target: any AnyObject & Codable) { self.target = target }

  deinit {
    guard target != nil else { return }
    ReleaseList.release { list in
      list.targets.append(target)
      target = nil
    }
  }
}

/// The objects that one thread is about to free.
private final class ReleaseList {
  var targets: [AnyObject?] = []

  /// Adds to the list of this thread, and frees its contents unless a caller already does.
  static func release(_ add: (ReleaseList) -> Void) {
    let slot = unsafe plinth_thread_slot()
    if let current = unsafe slot?.pointee {
      return add(unsafe Unmanaged<ReleaseList>.fromOpaque(current).takeUnretainedValue())
    }
    let list = ReleaseList()
    add(list)
    unsafe slot?.pointee = Unmanaged.passUnretained(list).toOpaque()
    while !list.targets.isEmpty { list.targets.removeLast() }
    unsafe slot?.pointee = nil
  }
}
