// The types of Foundation that archives hold, from whichever module has them on the platform.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
