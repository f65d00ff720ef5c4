// Lines from a terminal, with editing and history, drawn on one row however long they are. Every
// quarter of a second without a key, the editor checks whether the terminal was resized or
// returned.

/// Reads edited lines.
struct LineEditor {
  let device: TerminalDevice
  let prompt: String
  private var parser = KeyParser()
  private var pending: [TerminalKey] = []
  private var history = LineHistory()
  private var line = EditedLine()
  private var firstShown = 0
  private var columns = 0
  /// Whether input exceeded the limit of the line.
  private var isTooLong = false

  init(_ device: TerminalDevice, prompt: String) {
    self.device = device
    self.prompt = prompt
  }

  /// The next line; nil at the end of input.
  mutating func next() -> PipedLines.Line? {
    line = EditedLine()
    (firstShown, isTooLong) = (0, false)
    _ = device.keepRaw()
    draw()
    while let key = nextKey() {
      switch key {
      case .enter: return enter()
      case .deleteOrEnd where line.isEmpty: return end()
      default: apply(key)
      }
      if pending.isEmpty { draw() }
    }
    return end()
  }

  private mutating func enter() -> PipedLines.Line {
    line.moveToEnd()
    draw()
    device.endLine()
    if isTooLong { return .tooLong }
    history.add(line.text)
    return .text(line.text)
  }

  private func end() -> PipedLines.Line? {
    device.endLine()
    return nil
  }

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
    case .up: walk(-1)
    case .down: walk(1)
    case .backspace: line.deleteBefore()
    case .delete, .deleteOrEnd: line.deleteAfter()
    case .killToEnd: line.killToEnd()
    case .killToStart: line.killToStart()
    case .killWord: line.killWord()
    case .redraw: Output.write("\u{1B}[H\u{1B}[2J")
    case .enter, .ignored: break
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

  // MARK: Keys

  private mutating func nextKey() -> TerminalKey? {
    while pending.isEmpty {
      switch device.wait(milliseconds: parser.isInsideEscape ? 50 : 250) {
      case .nothing: parser.giveUp()
      case .end: return nil
      case .input:
        // Those keys are for the shell.
        if device.waitsForOthers() || device.stopInBackground() { break }
        let bytes = device.read()
        if bytes.isEmpty { return nil }
        pending = parser.keys(bytes)
      }
      if device.keepRaw() || device.isRawWanted && device.columns != columns { draw() }
    }
    return pending.removeFirst()
  }

  // MARK: Drawing

  private mutating func draw() {
    columns = device.columns
    let begin = EditedLine.width(prompt)
    let (text, column) = line.window(columns: max(columns - begin - 1, 1), first: &firstShown)
    let right = begin + column
    device.beginLine()
    Output.write("\r\(prompt)\(text)\u{1B}[K\r" + (right > 0 ? "\u{1B}[\(right)C" : ""))
  }
}
