// Lines and single keys from a terminal, with editing, completion and history, drawn on one row
// however long a line is. Every quarter of a second without a key, the editor checks whether the
// terminal was resized or returned.

/// Reads edited lines and single keys.
struct LineEditor {
  let device: TerminalDevice
  /// The commands that Tab completes.
  let commands: CommandTable
  private var parser = KeyParser()
  var pending: [TerminalKey] = []
  var history: LineHistory
  /// The prompt, or a legend in several forms, the longest first.
  var prompts = [""]
  var line = EditedLine()
  private var firstShown = 0
  private var columns = 0
  /// The text that was removed last.
  private var killed = KilledText()
  /// Whether input exceeded the limit of the line.
  private var isTooLong = false
  /// Whether the keys come from a pasted text.
  private(set) var isPasting = false
  /// The columns and the cursor's column of what was drawn last.
  private var drawn = (columns: 0, cursor: 0)

  init(_ device: TerminalDevice, commands: CommandTable, history: LineHistory) {
    self.device = device
    self.commands = commands
    self.history = history
  }

  // MARK: Reading

  /// The next command; nil at the end of input.
  mutating func next() -> PipedLines.Line? {
    begin(["> "])
    device.readInterrupt(true)
    defer { device.readInterrupt(false) }
    // Whether the last key was a Control-C that announced what another one does.
    var isEndAnnounced = false
    while let key = nextKey() {
      let isSecondInterrupt = isEndAnnounced && key == .interrupt
      isEndAnnounced = false
      switch key {
      case .interrupt where isSecondInterrupt:
        device.interrupt()
        // Its action moves the cursor to a new row.
        continue
      case .interrupt where line.isEmpty:
        announceEnd()
        isEndAnnounced = true
      case .interrupt: cancel()
      case .escape: clear()
      case .search: search()
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

  /// What a person answers when a text is offered for editing.
  mutating func edited(_ text: String, prompt: String) -> EditedText {
    begin([prompt], text)
    device.readInterrupt(true)
    defer { device.readInterrupt(false) }
    while let key = nextKey() {
      switch key {
      // A carriage return and a line feed can be pasted, and empty lines.
      case .enter where isPasting && line.isEmpty: break
      case .interrupt:
        let isEmpty = line.isEmpty
        cancel()
        return .interrupted(isEmpty: isEmpty)
      case .enter:
        let text = finish()
        return isTooLong ? .back("") : .text(text)
      case .escape: return end() ?? .back(line.text)
      case .deleteOrEnd where line.isEmpty: return end() ?? .back("")
      case .tab: insert("\t")
      default: apply(key)
      }
      if pending.isEmpty { draw() }
    }
    return end() ?? .back("")
  }

  /// The next key that is a command by itself. The legend disappears then. Pasted text is ignored.
  mutating func key(legend: [String]) -> SingleKey {
    let key = answer(below: legend) { editor, key -> SingleKey? in
      if editor.isPasting || key == .pasteEnd { return nil }
      switch key {
      case .text(let text):
        let rest = String(text.dropFirst())
        if !rest.isEmpty { editor.pending.insert(.text(rest), at: 0) }
        return text.first.map(SingleKey.letter)
      case .enter: return .enter
      case .escape, .interrupt, .deleteOrEnd: return .back
      case .redraw, .resumed:
        editor.apply(key)
        return .redraw
      default:
        editor.device.ringBell()
        return nil
      }
    }
    return key ?? .back
  }

  /// Reads keys until one of them is an answer; nil at the end of input.
  ///
  /// - Parameters:
  ///   - legend: The row that explains the keys, which disappears then, in several forms.
  ///   - answer: Returns the answer that a key gives, or nil.
  mutating func answer<Answer>(
    below legend: [String], _ answer: (inout LineEditor, TerminalKey) -> Answer?
  ) -> Answer? {
    begin(legend)
    device.readInterrupt(true)
    defer {
      device.readInterrupt(false)
      device.eraseLine()
    }
    while let key = nextKey() {
      if let answer = answer(&self, key) { return answer }
    }
    return nil
  }

  /// Drops the keys that were pressed, and those that follow immediately, except one that leaves.
  mutating func dropKeys() {
    var dropped = pending
    (pending, parser, isPasting) = ([], KeyParser(), false)
    device.readInterrupt(true)
    defer { device.readInterrupt(false) }
    let end = ContinuousClock.now + .seconds(1)
    while ContinuousClock.now < end, device.wait(milliseconds: 200) == .input {
      let bytes = device.isRawWanted ? device.read() : []
      if bytes.isEmpty { return }
      dropped += parser.keys(bytes)
    }
    dropped += parser.giveUp()
    if dropped.contains(where: Self.leaves) { pending = [.escape] }
  }

  /// Whether a key leaves wherever a single key is expected.
  private static func leaves(_ key: TerminalKey) -> Bool {
    switch key {
    case .escape, .interrupt: true
    case .text(let text): ["q", "Q"].contains(text.last)
    default: false
    }
  }

  private mutating func begin(_ prompts: [String], _ text: String = "") {
    self.prompts = prompts
    line = EditedLine(text)
    drawn = (0, 0)
    (firstShown, isTooLong) = (0, false)
    _ = device.keepRaw()
    draw()
  }

  private mutating func enter() -> PipedLines.Line {
    let text = finish()
    if isTooLong { return .tooLong }
    history.add(text)
    return .text(text)
  }

  /// Ends the line, whose beginning remains visible, and returns it.
  private mutating func finish() -> String {
    let text = line.text
    line = EditedLine(text.shortened(toColumns: device.columns - EditedLine.width(prompt) - 1))
    line.moveToStart()
    draw()
    device.endLine()
    return text
  }

  /// Abandons the line, as a shell does.
  private mutating func cancel() {
    line.moveToEnd()
    draw()
    Output.write("^C")
    device.endLine()
    (line, firstShown, isTooLong, drawn) = (EditedLine(), 0, false, (0, 0))
    history.leave()
  }

  /// Announces what a second Control-C does, above a new row for the line.
  private mutating func announceEnd() {
    device.endLine()
    device.say("press Control-C again, or Control-D, to end")
    drawn = (0, 0)
  }

  /// Clears the line, which Control-Y inserts again.
  private mutating func clear() {
    line.moveToEnd()
    killed.append(line.killToStart())
    (firstShown, isTooLong) = (0, false)
    history.leave()
  }

  private func end<Result>() -> Result? {
    device.endLine()
    return nil
  }

  // MARK: Editing

  mutating func apply(_ key: TerminalKey) {
    let length = line.byteCount
    edit(key)
    if line.byteCount != length { isTooLong = false }
  }

  private mutating func edit(_ key: TerminalKey) {
    switch key {
    case .text(let text): insert(text.shown)
    case .left: line.move(by: -1)
    case .right: line.move(by: 1)
    case .wordLeft: line.moveWordLeft()
    case .wordRight: line.moveWordRight()
    case .home: line.moveToStart()
    case .end: line.moveToEnd()
    case .backspace: line.deleteBefore()
    case .delete, .deleteOrEnd: line.deleteAfter()
    case .killToEnd: killed.append(line.killToEnd())
    case .killToStart: killed.prepend(line.killToStart())
    case .killWord: killed.prepend(line.killWord())
    case .killNextWord: killed.append(line.killNextWord())
    case .yank: insert(killed.text)
    case .redraw: Output.write("\u{1B}[H\u{1B}[2J")
    case .enter, .tab, .up, .down, .escape, .resumed, .ignored, .interrupt, .search: break
    case .pasteStart, .pasteEnd: break
    }
  }

  /// A line has the same limit as one from a pipe. More input rings the bell, and the line is not
  /// accepted until some of it was deleted.
  mutating func insert(_ text: String) {
    if line.byteCount + text.utf8.count > PipedLines.longestLine { isTooLong = true }
    if isTooLong { device.ringBell() } else { line.insert(text) }
  }

  private mutating func walk(_ step: Int) {
    if let text = history.move(by: step, from: line.text) { line = EditedLine(text) }
  }

  // MARK: Keys

  mutating func nextKey() -> TerminalKey? {
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
    let key = pending.removeFirst()
    if key == .pasteStart { isPasting = true }
    if [.pasteEnd, .resumed].contains(key) { isPasting = false }
    if !key.isKill { killed.endRun() }
    return key
  }

  // MARK: Drawing

  /// The first of the prompts that fits.
  private var prompt: String {
    let columns = device.columns
    let fitting = prompts.first { EditedLine.width($0) < columns } ?? prompts.last
    return (fitting ?? "").cut(toColumns: columns - 1)
  }

  mutating func draw() {
    columns = device.columns
    let prompt = prompt
    let begin = EditedLine.width(prompt)
    let (text, column) = line.window(columns: max(columns - begin - 1, 1), first: &firstShown)
    let right = begin + column
    device.beginLine()
    // A tab is one column wide here.
    let row = "\(prompt)\(text.replacing("\t", with: "⇥"))"
    Output.write("\(eraser)\r\(row)\u{1B}[K\r" + (right > 0 ? "\u{1B}[\(right)C" : ""))
    drawn = (EditedLine.width(row), right)
  }

  /// Erases what was drawn if it takes several rows since the terminal was made narrower.
  private var eraser: String {
    guard drawn.columns > columns else { return "" }
    let rows = drawn.cursor / max(columns, 1)
    return "\r" + (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\u{1B}[J"
  }
}
