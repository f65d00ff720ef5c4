// Faves: a list of favourite places, one of them the current one. Saved after changes, on suspend and
// at the end.

import ExampleTerminal
import StateStorage

@main
struct FavesApp: InteractiveApp {
  static let name = "Faves"
  static let commands = [
    "add LABEL; STREET; CITY; STATE; ZIP; LAT; LON", "select N", "copy N", "remove", "list",
  ]

  let manager: DataManager

  static func main() async {
    await ExampleProgram.run(name) { _, container in
      try await FavesApp(manager: DataManager(container)).run()
    }
  }

  func launched() { Output.line(manager.isFirstLaunch ? "file does not exist" : "file exists") }

  private var model: DataModel { manager.model }

  var greeting: String { model.faveIndex.map { "current: \(line($0))" } ?? "no current favourite" }
  var savingFailure: StateError? { manager.savingFailure }
  func refresh() { manager.refresh() }
  func save() throws(StateError) { try manager.save() }

  func answer(_ command: String, _ rest: String) throws(CommandError) -> [String] {
    switch command {
    case "add": return [try add(rest)]
    case "select": return [try select(rest)]
    case "copy": return [try copy(rest)]
    case "remove": return [try remove()]
    case "list": return lines
    default: throw CommandError("there is no command \(command.shown); help lists them")
    }
  }

  // MARK: Commands

  private func add(_ text: String) throws(CommandError) -> String {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
      .map { String($0).trimmed }
    guard parts.count == 7, !parts[0].isEmpty else {
      throw CommandError(
        "a favourite has seven parts: add LABEL; STREET; CITY; STATE; ZIP; LAT; LON")
    }
    let lat = try degrees(parts[5], upTo: 90, "latitude")
    let lon = try degrees(parts[6], upTo: 180, "longitude")
    let fave = FaveVO(
      label: parts[0], streetAddress: parts[1], city: parts[2], state: parts[3], zip: parts[4],
      lat: lat, lon: lon)
    manager.change { $0.adding(fave) }
    return "added \(line(0))"
  }

  private func degrees(
    _ text: String, upTo limit: Double, _ noun: String
  ) throws(CommandError) -> Double {
    guard let number = Double(text), abs(number) <= limit else {
      throw CommandError(
        "“\(text.prefix(40).description.shown)” is no \(noun): it is from -\(Int(limit)) to \(Int(limit))"
      )
    }
    return number
  }

  private func select(_ text: String) throws(CommandError) -> String {
    let index = try itemIndex(text, of: model.favesArray.count, "favourite")
    manager.change { $0.selecting(index) }
    return "selected \(line(index))"
  }

  private func copy(_ text: String) throws(CommandError) -> String {
    let index = try itemIndex(text, of: model.favesArray.count, "favourite")
    manager.change { $0.copying(index) }
    return "copied \(line(model.favesArray.count - 1))"
  }

  private func remove() throws(CommandError) -> String {
    guard let index = model.faveIndex else { throw CommandError("no favourite is current") }
    manager.change { $0.clearingCurrent() }
    return "no longer current: \(line(index))"
  }

  // MARK: Lines

  private func line(_ index: Int) -> String { "\(index + 1). \(model.favesArray[index])" }

  private var lines: [String] {
    if model.favesArray.isEmpty { return ["no favourites"] }
    return model.favesArray.indices.map { "\($0 == model.faveIndex ? "*" : " ") \(line($0))" }
  }
}
