/// State of existing `NSCoding` classes in one import: the bridge to Foundation's objects, the state
/// stores, and the format that connects them.
@_exported public import FoundationBridge
@_exported public import StateStorage
