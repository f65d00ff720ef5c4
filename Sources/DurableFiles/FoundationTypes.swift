// The Foundation types of this module's interface, `Data` and `URL`, from whichever module the platform
// has: Apple's systems have no FoundationEssentials. No other file of the module chooses between the two.

#if canImport(FoundationEssentials)
  @_exported public import struct FoundationEssentials.Data
  @_exported public import struct FoundationEssentials.URL
#else
  @_exported public import struct Foundation.Data
  @_exported public import struct Foundation.URL
#endif
