// Re-exports all of Foundation: this module is for programs that use its classes.

@_exported public import Foundation
