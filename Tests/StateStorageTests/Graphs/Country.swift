// The graph of mutable objects that the tests of graphs save.

import Foundation
import KeyedArchives

/// A town.
final class Town: Codable {
  var name: String
  var visits = 0
  @Reference var capital: Town?
  /// The number of times that towns were encoded; not part of the archive.
  weak var counter: EncodingCounter?

  private enum CodingKeys: CodingKey { case name, visits, capital }

  init(_ name: String) { self.name = name }

  func encode(to encoder: any Encoder) throws {
    counter?.count += 1
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(name, forKey: .name)
    try fields.encode(visits, forKey: .visits)
    try fields.encode(_capital, forKey: .capital)
  }
}

/// The number of times that towns were encoded.
final class EncodingCounter { var count = 0 }

/// All towns.
final class Country: Codable {
  var towns: [Town] = []
  /// The sum of all visits, stored with the towns.
  var visits = 0

  /// A country whose towns each refer to the first one.
  static func of(_ count: Int) -> Country {
    let country = Country()
    country.towns = (0..<count).map { Town("town \($0)") }
    for town in country.towns { town.capital = country.towns[0] }
    return country
  }

  static func decoded(_ data: Data) throws -> Country {
    try KeyedUnarchiver.unarchivedObject(of: Country.self, from: data)
  }
}
