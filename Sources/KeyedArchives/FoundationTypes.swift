// The Foundation types that archives contain, from whichever module provides them on the platform.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
