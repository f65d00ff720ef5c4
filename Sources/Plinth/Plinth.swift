/// All of Plinth in one import: property lists, keyed archives, durable files and state storage.
@_exported public import DurableFiles
@_exported public import KeyedArchives
@_exported public import ObservableState
@_exported public import PropertyLists
@_exported public import StateStorage
