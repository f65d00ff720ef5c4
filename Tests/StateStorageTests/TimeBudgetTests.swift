// Time that handlers, preferences and temporary files share.

import Dispatch
import Synchronization
import Testing

@testable import StateStorage

@Suite("The time that a suspension or an end has")
struct TimeBudgetTests {
  @Test("is one for all that waits")
  func shared() {
    let budget = TimeBudget(.milliseconds(100))
    #expect(budget.spend(.milliseconds(60)))
    #expect(!budget.spend(.milliseconds(40)))
    #expect(!budget.spend(.zero))
  }

  @Test("can be kept in part for what comes later")
  func kept() {
    let budget = TimeBudget(.milliseconds(100))
    #expect(budget.spend(.milliseconds(40), keeping: .milliseconds(50)))
    #expect(!budget.spend(.milliseconds(20), keeping: .milliseconds(50)))
    #expect(budget.spend(.zero))
  }

  @Test("is not waited out when the work is done, and not exceeded when it is not")
  func waiting() {
    let isDone = Mutex(false)
    TimeBudget(.seconds(600)).wait(for: "work") { isDone.withLock { $0 = true } }
    #expect(isDone.withLock { $0 })
    let gate = DispatchSemaphore(value: 0)
    let budget = TimeBudget(.milliseconds(50))
    budget.wait(for: "stuck") { gate.wait() }
    #expect(!budget.spend(.zero))
    gate.signal()
  }

  @Test("does not run while the process is stopped")
  func stopped() {
    let pieces = Mutex<[Duration]>([])
    let isDone = TimeBudget.wait(for: DispatchSemaphore(value: 0)) { piece in
      pieces.withLock { pieces in
        pieces.append(piece)
        return pieces.count < 3
      }
    }
    #expect(!isDone)
    #expect(pieces.withLock { $0 }.allSatisfy { $0 <= .milliseconds(100) })
  }
}
