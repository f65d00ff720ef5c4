// FaveVO: a favorite location.

import ExampleTerminal
import KeyedArchives

final class FaveVO: KeyedCoding {
  var label: String?
  var streetAddress: String?
  var city: String?
  var state: String?
  var zip: String?
  var lat: Double
  var lon: Double

  init(
    label: String?, streetAddress: String?, city: String?, state: String?, zip: String?,
    lat: Double, lon: Double
  ) {
    self.label = label
    self.streetAddress = streetAddress
    self.city = city
    self.state = state
    self.zip = zip
    self.lat = lat
    self.lon = lon
  }

  /// Another favorite with the same values.
  convenience init(copying fave: FaveVO) {
    self.init(
      label: fave.label, streetAddress: fave.streetAddress, city: fave.city, state: fave.state,
      zip: fave.zip, lat: fave.lat, lon: fave.lon)
  }

  init(coder: UnarchivingCoder) throws {
    label = try coder.decode(String.self, forKey: "label")
    streetAddress = try coder.decode(String.self, forKey: "streetAddress")
    city = try coder.decode(String.self, forKey: "city")
    state = try coder.decode(String.self, forKey: "state")
    zip = try coder.decode(String.self, forKey: "zip")
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
  /// The favorite on one line.
  var description: String {
    "\(label.shown), \(streetAddress.shown), \(city.shown), \(state.shown) \(zip.shown) (\(lat), \(lon))"
  }
}
