// Tests of queues, semaphores and event sources.

import DurableFiles
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite("Queues, semaphores and event sources")
struct WorkQueueTests {
  @Test("A queue does its work in order, even after the queue is released")
  func order() {
    let done = WorkSemaphore()
    let numbers = Mutex<[Int]>([])
    var queue: WorkQueue? = WorkQueue(label: "plinth.test")
    for number in 0..<1000 { queue?.async { numbers.withLock { $0.append(number) } } }
    queue?.async { done.signal() }
    queue = nil
    #expect(done.wait(atMost: .seconds(60)))
    #expect(numbers.withLock { $0 } == Array(0..<1000))
  }

  @Test("Work that is waited for is done after earlier work, and before the wait ends")
  func waiting() {
    let queue = WorkQueue(label: "plinth.test")
    let earlier = Mutex(0)
    for _ in 0..<100 { queue.async { earlier.withLock { $0 += 1 } } }
    var found = 0
    queue.sync { found = earlier.withLock { $0 } }
    #expect(found == 100)
  }

  @Test("Work is released after it was done")
  func release() {
    final class Value: Sendable {}
    weak var released: Value?
    let (queue, done) = (WorkQueue(label: "plinth.test"), WorkSemaphore())
    do {
      let value = Value()
      released = value
      queue.async { withExtendedLifetime(value) {} }
    }
    queue.async { done.signal() }
    #expect(done.wait(atMost: .seconds(60)))
    #expect(released == nil)
  }

  @Test("Work that is waited for is done on the waiting thread")
  func thread() {
    var isSameThread = false
    let thread = pthread_self()
    WorkQueue(label: "plinth.test").sync {
      isSameThread = pthread_equal(thread, pthread_self()) != 0
    }
    #expect(isSameThread)
  }

  @Test("A semaphore counts signals, and a wait without a signal takes the whole time")
  func signals() {
    let (semaphore, clock) = (WorkSemaphore(), ContinuousClock())
    #expect(!semaphore.wait(atMost: .zero))
    let time = clock.measure { #expect(!semaphore.wait(atMost: .milliseconds(20))) }
    #expect(time > .milliseconds(15))
    #expect(!semaphore.wait(atMost: .seconds(-1)))
    semaphore.signal()
    semaphore.signal()
    #expect(semaphore.wait(atMost: .zero))
    #expect(semaphore.wait(atMost: .seconds(3600 * 24)))
    #expect(!semaphore.wait(atMost: .zero))
    WorkQueue(label: "plinth.test").async {
      POSIXFileSystem().pause(.milliseconds(5))
      semaphore.signal()
    }
    #expect(semaphore.wait(atMost: .seconds(60)))
  }

  @Test("Blocking work returns its value or its error")
  func blockingWork() async throws {
    struct Failure: Error, Equatable {}
    #expect(await onDispatchThread { 7 } == 7)
    await #expect(throws: Failure()) { try await onDispatchThread { throw Failure() } }
  }

  @Test("Two pieces of blocking work run at the same time")
  func concurrency() async {
    let (first, second) = (WorkSemaphore(), WorkSemaphore())
    async let firstIsDone = onDispatchThread {
      first.signal()
      return second.wait(atMost: .seconds(60))
    }
    async let secondIsDone = onDispatchThread {
      second.signal()
      return first.wait(atMost: .seconds(60))
    }
    #expect(await firstIsDone)
    #expect(await secondIsDone)
  }
}

@Suite("Sources of bytes to read")
struct ReadSourceTests {
  final class Value: Sendable {}

  private let queue = WorkQueue(label: "plinth.test")
  private let event = WorkSemaphore()
  private let canceled = WorkSemaphore()
  private let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)

  init() throws { pipe = try FileDescriptor.pipe() }

  /// Returns a source whose closures retain a value, and that adds the bytes that it reads to `read`.
  private func source(retaining value: Value, read: @escaping @Sendable ([UInt8]) -> Void)
    -> ReadSource
  {
    let (file, event, canceled) = (pipe.readEnd, event, canceled)
    return ReadSource(
      file, on: queue,
      onEvent: {
        read((try? POSIXFileSystem().read(16, from: file)) ?? [])
        withExtendedLifetime(value) { event.signal() }
      }, onCancel: { withExtendedLifetime(value) { canceled.signal() } })
  }

  private func close() throws {
    try pipe.readEnd.close()
    try pipe.writeEnd.close()
  }

  @Test("A source reports bytes after it is resumed and until it is canceled")
  func events() throws {
    weak var released: Value?
    let read = Mutex<[UInt8]>([])
    var value: Value? = Value()
    released = value
    let source = source(retaining: try #require(value)) { bytes in read.withLock { $0 += bytes } }
    value = nil
    try pipe.writeEnd.writeAll("one".utf8)
    #expect(!event.wait(atMost: .milliseconds(20)))
    source.resume()
    #expect(event.wait(atMost: .seconds(60)))
    try pipe.writeEnd.writeAll("two".utf8)
    #expect(event.wait(atMost: .seconds(60)))
    source.cancel()
    #expect(canceled.wait(atMost: .seconds(60)))
    try pipe.writeEnd.writeAll("three".utf8)
    #expect(!event.wait(atMost: .milliseconds(20)))
    #expect(String(decoding: read.withLock { $0 }, as: UTF8.self) == "onetwo")
    // The source still exists, but its closures are released when the call of one has ended.
    queue.sync {}
    #expect(released == nil)
    withExtendedLifetime(source) {}
    try close()
  }

  @Test("A source that is released without being canceled releases its closures and calls neither")
  func releaseWithoutCancel() throws {
    weak var released: Value?
    do {
      let value = Value()
      released = value
      source(retaining: value) { _ in }.resume()
    }
    for _ in 0..<1000 where released != nil {
      queue.sync { POSIXFileSystem().pause(.milliseconds(1)) }
    }
    #expect(released == nil)
    #expect(!canceled.wait(atMost: .zero))
    #expect(!event.wait(atMost: .zero))
    try close()
  }
}
