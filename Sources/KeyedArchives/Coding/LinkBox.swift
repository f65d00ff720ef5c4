// The storage of a strong link. When freeing one box frees another, the boxes pass their targets to
// a list of the thread, which frees them in a loop: a chain of a million links needs little stack.
internal import CSystemCalls

/// A box for the target of a link: nil, an instance, or a target that is stored elsewhere and is
/// loaded from its store when the link is followed.
final class LinkBox<Target: AnyObject> {
  /// A target that is stored elsewhere.
  struct StoredTarget {
    let number: Int64
    let store: any InstanceStore
  }

  private var known: Target?
  /// The location of the stored target, until the link is followed.
  private(set) var stored: StoredTarget?

  /// The target. When the link is first followed, the target is loaded from the store; if the store
  /// cannot read it, this is nil, and the link is unchanged.
  var target: Target? {
    get {
      if known == nil, let stored,
        let made = stored.store.instance(numbered: stored.number) as? Target
      {
        known = made
        self.stored = nil
      }
      return known
    }
    set {
      known = newValue
      stored = nil
    }
  }

  init(_ target: Target?) { known = target }

  /// Points the link at a target that is stored elsewhere.
  func store(_ stored: StoredTarget) { self.stored = stored }

  deinit {
    guard known != nil else { return }
    // The list must own the last reference before anything is freed.
    ReleaseList.release { list in
      list.targets.append(known)
      known = nil
    }
  }
}

/// A box for an object of any class; the object is freed in the same way.
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

  /// Adds to the list of this thread, and frees its contents unless a caller already does so.
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
