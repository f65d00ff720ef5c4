// Writes the sample of a class, or reads one and prints it, with Plinth's archiver:
//   exchange-program write CLASS FILE binary|xml
//   exchange-program read CLASS FILE
// The output has one field a line; the Objective-C program prints the same for the same values.
import KeyedArchives
import PropertyLists

/// An archive that can be written and read again.
private struct Exchange {
  var write: (String, ArchivingOptions) throws -> Void
  var read: (String) throws -> [String]

  init<T: Codable>(_ sample: @escaping () -> T, _ lines: @escaping (T) -> [String]) {
    write = { try KeyedArchiver.archive(sample(), toFile: $0, options: $1) }
    read = { try lines(KeyedUnarchiver.unarchivedObject(of: T.self, fromFile: $0)) }
  }

  static var all: [String: Exchange] {
    [
      "Foo": Exchange({ Foo("James", 40) }, { [line($0)] }),
      "Bar": Exchange(sampleBar, lines),
      "FlashCard": Exchange(sampleCards, { $0.map(line) }),
      "FaveVO": Exchange({ FaveVO("Here", 37.331686, -122.030656) }, { [line($0)] }),
      "DataModel": Exchange(sampleModel, lines),
      "BNRItem": Exchange(sampleItems, { $0.map(line) }),
    ]
  }
}

private func sampleCards() -> [FlashCard] {
  [FlashCard("What is 6 x 7?", "42", 3, 70_000), FlashCard("", "42", -1, 0)]
}

private func sampleItems() -> [BNRItem] {
  [BNRItem("Rusty Spork", "3B6F9", 60, "key"), BNRItem("Empty", nil, 0, nil)]
}

private func sampleBar() -> Bar {
  let juliana = Foo("Juliana", 7)
  return Bar([juliana, Foo("Nicolás €", 3), juliana])
}

private func sampleModel() -> DataModel {
  DataModel([FaveVO("Here", 37.331686, -122.030656), FaveVO("There", 0.1, 1e300)], current: 1)
}

private func line(_ foo: Foo) -> String { "Foo name=\(foo.name) age=\(foo.age)" }

private func lines(_ bar: Bar) -> [String] {
  bar.foos.map(line) + [
    "Bar shared=\(bar.foos[0] === bar.foos[2] ? 1 : 0)", "Bar count=\(bar.foos.count - 1)",
  ]
}

private func line(_ card: FlashCard) -> String {
  "FlashCard question=\(card.question) answer=\(card.answer) right=\(card.rightCount)"
    + " wrong=\(card.wrongCount)"
}

private func line(_ fave: FaveVO) -> String {
  "FaveVO label=\(fave.label) street=\(fave.streetAddress) city=\(fave.city) state=\(fave.state)"
    + " zip=\(fave.zip) lat=\(fave.lat) lon=\(fave.lon)"
}

private func lines(_ model: DataModel) -> [String] {
  let isShared = model.currentFave === model.favesArray[1]
  return model.favesArray.map(line) + [
    "DataModel shared=\(isShared ? 1 : 0) index=\(model.faveIndex)"
  ]
}

private func line(_ item: BNRItem) -> String {
  "BNRItem name=\(item.itemName) serial=\(item.serialNumber ?? "-") value=\(item.valueInDollars)"
    + " created=\(item.dateCreated.timeIntervalSinceReferenceDate) key=\(item.itemKey ?? "-")"
}

/// The program.
@main
enum ExchangeProgram {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 3, let exchange = Exchange.all[words[1]] else {
      throw Misuse()
    }
    if words[0] == "write", words.count > 3 {
      var options = ArchivingOptions()
      options.outputFormat = words[3] == "xml" ? .xml : .binary
      try exchange.write(words[2], options)
    } else {
      for line in try exchange.read(words[2]) { print(line) }
    }
  }

  private struct Misuse: Error {}
}
