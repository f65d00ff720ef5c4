// The one Foundation type this module speaks of, `Data`, wherever the platform keeps it: Apple's
// systems have no FoundationEssentials. No other file of the module asks which of the two there is.

#if canImport(FoundationEssentials)
  @_exported public import struct FoundationEssentials.Data
#else
  @_exported public import struct Foundation.Data
#endif
