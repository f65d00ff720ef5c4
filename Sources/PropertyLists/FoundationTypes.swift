// The Foundation value types that property lists contain (Date, Data, URL, UUID, Decimal),
// re-exported from FoundationEssentials where it exists and from Foundation on Apple's platforms.
// No other file of this module has this conditional import.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
