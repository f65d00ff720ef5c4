// The one Foundation type that this module uses, `Data`, from whichever module the platform has:
// Apple's systems have no FoundationEssentials. No other file of the module makes this distinction.

#if canImport(FoundationEssentials)
  @_exported public import struct FoundationEssentials.Data
#else
  @_exported public import struct Foundation.Data
#endif
