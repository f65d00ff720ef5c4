// What a strong link holds. Boxes that are freed one by the other hand their targets to a list of
// the thread, which frees them in a loop: a chain of a million links needs no deep stack.
internal import CPlatform

/// A box for the target of a link: nothing, an instance, or one that is stored elsewhere and is taken
/// from its store when the link is followed.
final class LinkBox<Target: AnyObject> {
  /// A target that is stored elsewhere.
  struct StoredTarget {
    let number: Int64
    let store: any InstanceStore
  }

  private var known: Target?
  /// Where the target is stored, until the link is followed.
  private(set) var stored: StoredTarget?

  /// The target. Of a link that is followed for the first time it is taken from the store; nil where the
  /// store cannot read it: then the link stays as it is.
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

  /// Leads to a target that is stored elsewhere.
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

/// A box for an object of any class that is freed likewise.
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

  /// Adds to the list of this thread; frees what is in it, unless that goes on further up already.
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
