// The one Foundation type that this module uses, `Data`, from whichever module the platform has:
// Apple's systems have no FoundationEssentials. Only this file depends on which of the two modules
// the type comes from.

#if canImport(FoundationEssentials)
  @_exported public import struct FoundationEssentials.Data
#else
  @_exported public import struct Foundation.Data
#endif
