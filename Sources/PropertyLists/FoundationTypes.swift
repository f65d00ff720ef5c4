// The Foundation value types that property lists hold (Date, Data, URL, UUID, Decimal), from
// whichever module has them: FoundationEssentials where it exists, Foundation on Apple's platforms.
// No other file of this module asks.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
