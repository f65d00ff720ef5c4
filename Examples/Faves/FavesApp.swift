// Faves: favorite locations, one of them current. Saved after changes, on suspend, and at the end.

import ExampleTerminal
import KeyedArchives
import ObservableState
import StateStorage

@main
struct FavesApp: InteractiveApp {
  static let name = "Faves"
  static let commands: KeyValuePairs = [
    "add LABEL; STREET; CITY; STATE; ZIP; LAT; LON": "add a favorite and select it",
    "select N": "make a favorite the current one",
    "copy N": "add a copy of a favorite",
    "remove": "leave no favorite current",
    "list": "list all favorites",
  ]

  let manager: DataManager

  static func main() async {
    await ExampleProgram.run(name) { arguments, container in
      try await FavesApp(manager: DataManager(container, arguments: arguments)).run(in: container)
    }
  }

  func launched() {
    if manager.isFirstLaunch { return Output.line("FILE DOES NOT EXIST") }
    Output.line("FILE EXISTS")
    if saved.source != nil { Output.line("DataModel initWithCoder: \(UnarchivingCoder.self)") }
  }

  func ending() { Output.line("Application will terminate") }

  private var model: DataModel { manager.model }

  var greeting: String {
    model.currentIndex.map { "current: \(line($0))" } ?? "no current favorite"
  }

  var saved: SavedGraph<DataModel> { manager.saved }
  var numbered: [String] { model.faves.map(\.description) }

  func answer(_ command: String, _ rest: String) throws(CommandError) -> [String] {
    switch command {
    case "add": return [try add(rest), model.log].reversed()
    case "select": return [try select(rest), model.log].reversed()
    case "copy": return [try copy(rest)]
    case "remove": return [try remove(), model.log].reversed()
    case "list": return lines
    default: throw CommandError("unknown command \(command.shown); help lists the commands")
    }
  }

  // MARK: Commands

  private func add(_ text: String) throws(CommandError) -> String {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
      .map { String($0).trimmed }
    guard parts.count == 7, !parts[0].isEmpty else {
      throw CommandError(
        "a favorite has seven parts: add LABEL; STREET; CITY; STATE; ZIP; LAT; LON")
    }
    let lat = try degrees(parts[5], upTo: 90, "latitude")
    let lon = try degrees(parts[6], upTo: 180, "longitude")
    let fave = FaveVO(
      label: parts[0], streetAddress: parts[1], city: parts[2], state: parts[3], zip: parts[4],
      lat: lat, lon: lon)
    manager.change { $0.add(fave) }
    return "added \(line(0))"
  }

  private func degrees(
    _ text: String, upTo limit: Double, _ noun: String
  ) throws(CommandError) -> Double {
    guard let number = Double(text), abs(number) <= limit else {
      throw CommandError(
        "expected a \(noun) from -\(Int(limit)) to \(Int(limit)), found “\(text.prefix(40).description.shown)”"
      )
    }
    return number
  }

  private func select(_ text: String) throws(CommandError) -> String {
    let index = try itemIndex(text, of: model.faves.count, "favorite")
    manager.change { $0.select(index) }
    return "selected \(line(index))"
  }

  private func copy(_ text: String) throws(CommandError) -> String {
    let index = try itemIndex(text, of: model.faves.count, "favorite")
    manager.change { $0.copy(index) }
    return "copied \(line(model.faves.count - 1))"
  }

  private func remove() throws(CommandError) -> String {
    guard let index = model.currentIndex else { throw CommandError("no favorite is current") }
    manager.change { $0.clearCurrent() }
    return "no longer current: \(line(index))"
  }

  // MARK: Lines

  private func line(_ index: Int) -> String { "\(index + 1). \(model.faves[index])" }

  private var lines: [String] {
    if model.faves.isEmpty { return ["no favorites"] }
    return model.faves.indices.map { "\($0 == model.currentIndex ? "*" : " ") \(line($0))" }
  }
}
