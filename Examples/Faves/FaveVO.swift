// FaveVO: a favourite place. It never changes, so that a save on another thread never sees half a
// change.

import ExampleTerminal
import KeyedArchives

final class FaveVO: KeyedCoding, Sendable {
  let label: String
  let streetAddress: String
  let city: String
  let state: String
  let zip: String
  let lat: Double
  let lon: Double

  init(
    label: String, streetAddress: String, city: String, state: String, zip: String, lat: Double,
    lon: Double
  ) {
    self.label = label
    self.streetAddress = streetAddress
    self.city = city
    self.state = state
    self.zip = zip
    self.lat = lat
    self.lon = lon
  }

  /// Another favourite with the same values.
  convenience init(copying fave: FaveVO) {
    self.init(
      label: fave.label, streetAddress: fave.streetAddress, city: fave.city, state: fave.state,
      zip: fave.zip, lat: fave.lat, lon: fave.lon)
  }

  init(coder: UnarchivingCoder) throws {
    label = try coder.decode(String.self, forKey: "label") ?? ""
    streetAddress = try coder.decode(String.self, forKey: "streetAddress") ?? ""
    city = try coder.decode(String.self, forKey: "city") ?? ""
    state = try coder.decode(String.self, forKey: "state") ?? ""
    zip = try coder.decode(String.self, forKey: "zip") ?? ""
    lat = try coder.decodeDouble(forKey: "lat")
    lon = try coder.decodeDouble(forKey: "lon")
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(label, forKey: "label")
    try coder.encode(streetAddress, forKey: "streetAddress")
    try coder.encode(city, forKey: "city")
    try coder.encode(state, forKey: "state")
    try coder.encode(zip, forKey: "zip")
    try coder.encode(lat, forKey: "lat")
    try coder.encode(lon, forKey: "lon")
  }
}

extension FaveVO: CustomStringConvertible {
  /// The favourite on one line.
  var description: String {
    "\(label), \(streetAddress), \(city), \(state) \(zip) (\(lat), \(lon))".shown
  }
}
