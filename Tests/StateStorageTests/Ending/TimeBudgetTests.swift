// Tests of the time that handlers, preferences and temporary files share.

import DurableFiles
import Synchronization
import Testing

@testable import StateStorage

@Suite("The time budget of a suspension or termination")
struct TimeBudgetTests {
  @Test("All operations share one budget")
  func shared() {
    let budget = TimeBudget(.milliseconds(100))
    #expect(budget.spend(.milliseconds(60)))
    #expect(!budget.spend(.milliseconds(40)))
    #expect(!budget.spend(.zero))
  }

  @Test("Part of a budget can be reserved for later operations")
  func kept() {
    let budget = TimeBudget(.milliseconds(100))
    #expect(budget.spend(.milliseconds(40), keeping: .milliseconds(50)))
    #expect(!budget.spend(.milliseconds(20), keeping: .milliseconds(50)))
    #expect(budget.spend(.zero))
  }

  @Test("A finished operation ends the wait, and an unfinished one does not exceed the budget")
  func waiting() {
    let isDone = Mutex(false)
    TimeBudget(.seconds(600)).wait(for: "work") { isDone.withLock { $0 = true } }
    #expect(isDone.withLock { $0 })
    let gate = WorkSemaphore()
    let budget = TimeBudget(.milliseconds(50))
    budget.wait(for: "stuck") { _ = gate.wait(atMost: .seconds(600)) }
    #expect(!budget.spend(.zero))
    gate.signal()
  }

  @Test("The budget does not decrease while the process is stopped")
  func stopped() {
    let pieces = Mutex<[Duration]>([])
    let isDone = TimeBudget.wait(for: WorkSemaphore()) { piece in
      pieces.withLock { pieces in
        pieces.append(piece)
        return pieces.count < 3
      }
    }
    #expect(!isDone)
    #expect(pieces.withLock { $0 }.allSatisfy { $0 <= .milliseconds(100) })
  }
}
