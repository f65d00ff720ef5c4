// The only Foundation type that this module uses, `Data`, from the module that the platform
// provides: Apple's systems do not have FoundationEssentials. No other file of the module makes
// this distinction.

#if canImport(FoundationEssentials)
  @_exported public import struct FoundationEssentials.Data
#else
  @_exported public import struct Foundation.Data
#endif
