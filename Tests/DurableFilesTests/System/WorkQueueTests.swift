// Tests of queues, semaphores and event sources.

import DurableFiles
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite("Queues, semaphores and event sources")
struct WorkQueueTests {
  @Test("A queue does its work in order, also after the queue was released")
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

  @Test("A semaphore counts signals, and a wait without a signal ends in time")
  func signals() {
    let semaphore = WorkSemaphore()
    #expect(!semaphore.wait(atMost: .zero))
    #expect(!semaphore.wait(atMost: .milliseconds(5)))
    #expect(!semaphore.wait(atMost: .seconds(-1)))
    semaphore.signal()
    semaphore.signal()
    #expect(semaphore.wait(atMost: .zero))
    #expect(semaphore.wait(atMost: .seconds(60)))
    #expect(!semaphore.wait(atMost: .zero))
  }

  @Test(
    "Blocking work returns its value or its error, and many pieces of work run at the same time")
  func blockingWork() async throws {
    struct Failure: Error, Equatable {}
    #expect(await onDispatchThread { 7 } == 7)
    await #expect(throws: Failure()) { try await onDispatchThread { throw Failure() } }
    let gate = WorkSemaphore()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask { await onDispatchThread { gate.wait(atMost: .seconds(60)) } }
      group.addTask {
        await onDispatchThread {
          gate.signal()
          return true
        }
      }
      for try await isDone in group { #expect(isDone) }
    }
  }

  @Test("A source reports bytes to read until it is canceled, and releases its closures")
  func source() throws {
    final class Value: Sendable {}
    weak var released: Value?
    let (queue, event, canceled) = (
      WorkQueue(label: "plinth.test"), WorkSemaphore(), WorkSemaphore()
    )
    let pipe = try FileDescriptor.pipe()
    let read = Mutex<[UInt8]>([])
    do {
      let value = Value()
      released = value
      let source = ReadSource(
        pipe.readEnd, on: queue,
        onEvent: {
          let bytes = try? POSIXFileSystem().read(16, from: pipe.readEnd)
          read.withLock { $0 += bytes ?? [] }
          withExtendedLifetime(value) { event.signal() }
        }, onCancel: { canceled.signal() })
      #expect(!event.wait(atMost: .milliseconds(5)))
      source.resume()
      for text in ["one", "two"] {
        try pipe.writeEnd.writeAll(text.utf8)
        #expect(event.wait(atMost: .seconds(60)))
      }
      source.cancel()
      #expect(canceled.wait(atMost: .seconds(60)))
    }
    #expect(String(decoding: read.withLock { $0 }, as: UTF8.self) == "onetwo")
    // The closures are released on the queue after the source.
    for _ in 0..<1000 where released != nil {
      queue.sync { POSIXFileSystem().pause(.milliseconds(1)) }
    }
    #expect(released == nil)
    try pipe.readEnd.close()
    try pipe.writeEnd.close()
  }
}
