// The Foundation types in this module's interface, `Data` and `URL`, from the module that the
// platform provides: Apple's systems do not have FoundationEssentials. No other file of the module
// makes this distinction.

#if canImport(FoundationEssentials)
  @_exported public import struct FoundationEssentials.Data
  @_exported public import struct FoundationEssentials.URL
#else
  @_exported public import struct Foundation.Data
  @_exported public import struct Foundation.URL
#endif
