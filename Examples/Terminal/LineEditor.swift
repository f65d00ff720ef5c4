// Lines and single keys from a terminal, with editing, completion and history, drawn on one row
// however long a line is. Every quarter of a second without a key, the editor checks whether the
// terminal was resized or returned.

/// Reads edited lines and single keys.
struct LineEditor {
  let device: TerminalDevice
  /// The commands that Tab completes.
  let commands: CommandTable
  private var parser = KeyParser()
  private var pending: [TerminalKey] = []
  private var history: LineHistory
  private var prompt = ""
  private var line = EditedLine()
  private var firstShown = 0
  private var columns = 0
  /// Whether input exceeded the limit of the line.
  private var isTooLong = false

  init(_ device: TerminalDevice, commands: CommandTable, history: LineHistory) {
    self.device = device
    self.commands = commands
    self.history = history
  }

  // MARK: Reading

  /// The next command; nil at the end of input.
  mutating func next() -> PipedLines.Line? {
    begin("> ")
    while let key = nextKey() {
      switch key {
      case .enter: return enter()
      case .tab: complete()
      case .up: walk(-1)
      case .down: walk(1)
      case .deleteOrEnd where line.isEmpty: return end()
      default: apply(key)
      }
      if pending.isEmpty { draw() }
    }
    return end()
  }

  /// A text that was edited; nil for Escape and at the end of input.
  mutating func edited(_ text: String, prompt: String) -> String? {
    begin(prompt, text)
    while let key = nextKey() {
      switch key {
      case .enter:
        showWhole()
        return isTooLong ? nil : line.text
      case .escape: return end()
      case .deleteOrEnd where line.isEmpty: return end()
      case .tab: insert(" ")
      default: apply(key)
      }
      if pending.isEmpty { draw() }
    }
    return end()
  }

  /// The next key that is a command by itself. The legend disappears then.
  mutating func key(legend: String) -> SingleKey {
    begin(legend)
    defer { device.eraseLine() }
    while let key = nextKey() {
      switch key {
      case .text(let text):
        if text.count > 1 { pending.insert(.text(String(text.dropFirst())), at: 0) }
        if let letter = text.first { return .letter(letter) }
      case .enter: return .enter
      case .escape, .deleteOrEnd: return .back
      case .redraw, .resumed:
        apply(key)
        return .redraw
      default: Output.write("\u{7}")
      }
    }
    return .back
  }

  private mutating func begin(_ prompt: String, _ text: String = "") {
    self.prompt = prompt
    line = EditedLine(text)
    (firstShown, isTooLong) = (0, false)
    _ = device.keepRaw()
    draw()
  }

  private mutating func enter() -> PipedLines.Line {
    showWhole()
    if isTooLong { return .tooLong }
    history.add(line.text)
    return .text(line.text)
  }

  private mutating func showWhole() {
    line.moveToEnd()
    draw()
    device.endLine()
  }

  private func end<Result>() -> Result? {
    device.endLine()
    return nil
  }

  // MARK: Editing

  private mutating func apply(_ key: TerminalKey) {
    let length = line.byteCount
    edit(key)
    if line.byteCount != length { isTooLong = false }
  }

  private mutating func edit(_ key: TerminalKey) {
    switch key {
    case .text(let text): insert(text.shown)
    case .left: line.move(by: -1)
    case .right: line.move(by: 1)
    case .home: line.moveToStart()
    case .end: line.moveToEnd()
    case .backspace: line.deleteBefore()
    case .delete, .deleteOrEnd: line.deleteAfter()
    case .killToEnd: line.killToEnd()
    case .killToStart: line.killToStart()
    case .killWord: line.killWord()
    case .redraw: Output.write("\u{1B}[H\u{1B}[2J")
    case .enter, .tab, .up, .down, .escape, .resumed, .ignored: break
    }
  }

  /// A line has the same limit as one from a pipe. More input rings the bell, and the line is not
  /// accepted until some of it was deleted.
  private mutating func insert(_ text: String) {
    if line.byteCount + text.utf8.count > PipedLines.longestLine { isTooLong = true }
    if isTooLong { Output.write("\u{7}") } else { line.insert(text) }
  }

  private mutating func walk(_ step: Int) {
    if let text = history.move(by: step, from: line.text) { line = EditedLine(text) }
  }

  /// Completes the word before the cursor as far as it is certain; otherwise shows the candidates.
  /// Where any text can follow, inserts a space, for texts that are pasted.
  private mutating func complete() {
    let text = line.textBeforeCursor
    guard let words = commands.completions(of: text) else { return insert(" ") }
    let begun = text.reversed().prefix { !$0.isWhitespace }.count
    let common = words.dropFirst().reduce(words.first ?? "") { common, word in
      String(zip(common, word).prefix { $0 == $1 }.map(\.0))
    }
    if common.count > begun || words.count == 1 {
      let isComplete = words.count == 1 && common.last != "/"
      insert(String(common.dropFirst(begun)) + (isComplete ? " " : ""))
    } else if words.isEmpty {
      Output.write("\u{7}")
    } else {
      device.endLine()
      Output.line(words.joined(separator: "  "))
    }
  }

  // MARK: Keys

  private mutating func nextKey() -> TerminalKey? {
    while pending.isEmpty {
      switch device.wait(milliseconds: parser.isInsideEscape ? 50 : 250) {
      case .nothing: pending = parser.giveUp()
      case .end: return nil
      case .input:
        // Those keys are for the shell.
        if device.waitsForOthers() || device.stopInBackground() { break }
        let bytes = device.read()
        if bytes.isEmpty { return nil }
        pending = parser.keys(bytes)
      }
      if device.keepRaw() {
        pending.append(.resumed)
      } else if device.isRawWanted, device.columns != columns {
        draw()
      }
    }
    return pending.removeFirst()
  }

  // MARK: Drawing

  private mutating func draw() {
    columns = device.columns
    let prompt = prompt.cut(toColumns: columns - 1)
    let begin = EditedLine.width(prompt)
    let (text, column) = line.window(columns: max(columns - begin - 1, 1), first: &firstShown)
    let right = begin + column
    device.beginLine()
    Output.write("\r\(prompt)\(text)\u{1B}[K\r" + (right > 0 ? "\u{1B}[\(right)C" : ""))
  }
}
