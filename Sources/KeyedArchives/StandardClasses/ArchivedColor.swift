// Colours of AppKit and UIKit, taken out of objects that stay unknown ones.

/// The components of an archived colour.
public struct ArchivedColor: Hashable, Sendable {
  /// The components between 0 and 1.
  public var components: Components
  /// How opaque the colour is.
  public var alpha: Double

  /// The components of a colour.
  public enum Components: Hashable, Sendable {
    /// Red, green and blue.
    case rgb(red: Double, green: Double, blue: Double)
    /// Black to white.
    case white(Double)
    /// Cyan, magenta, yellow and black.
    case cmyk(cyan: Double, magenta: Double, yellow: Double, black: Double)
    /// A colour of a catalogue, by name.
    case named(catalog: String, name: String)
  }

  /// The colour of an archived `NSColor` or `UIColor`; nil for other objects, and for patterns.
  public init?(_ object: UnknownObject) {
    let names = [object.className] + object.archivedClass.chain + object.archivedClass.hints
    guard names.contains("NSColor") || names.contains("UIColor") else { return nil }
    if let named = Self.named(object) ?? Self.numbered(object) ?? Self.texted(object) {
      self = named
    } else {
      return nil
    }
  }

  private init(_ components: Components, _ alpha: Double) {
    self.components = components
    self.alpha = alpha
  }

  private static func named(_ object: UnknownObject) -> ArchivedColor? {
    guard let name = object.text("NSColorName"), let catalog = object.text("NSCatalogName") else {
      return nil
    }
    return ArchivedColor(.named(catalog: catalog, name: name), 1)
  }

  /// UIKit's numbers.
  private static func numbered(_ object: UnknownObject) -> ArchivedColor? {
    guard let alpha = object["UIAlpha"]?.number else { return nil }
    if let white = object["UIWhite"]?.number { return ArchivedColor(.white(white), alpha) }
    guard let red = object["UIRed"]?.number, let green = object["UIGreen"]?.number,
      let blue = object["UIBlue"]?.number
    else { return nil }
    return ArchivedColor(.rgb(red: red, green: green, blue: blue), alpha)
  }

  /// AppKit's text: numbers with spaces between them, and a zero byte at the end in old archives.
  private static func texted(_ object: UnknownObject) -> ArchivedColor? {
    func numbers(_ key: String) -> [Double]? {
      guard let data = object[key]?.data else { return nil }
      let text = String(decoding: data.prefix { $0 != 0 }, as: UTF8.self)
      return text.split(separator: " ").compactMap { Double($0) }
    }
    if let n = numbers("NSRGB"), n.count >= 3 {
      return ArchivedColor(.rgb(red: n[0], green: n[1], blue: n[2]), n.count > 3 ? n[3] : 1)
    }
    if let n = numbers("NSWhite"), n.count >= 1 {
      return ArchivedColor(.white(n[0]), n.count > 1 ? n[1] : 1)
    }
    if let n = numbers("NSCMYK"), n.count >= 4 {
      return ArchivedColor(
        .cmyk(cyan: n[0], magenta: n[1], yellow: n[2], black: n[3]), n.count > 4 ? n[4] : 1)
    }
    return nil
  }
}
