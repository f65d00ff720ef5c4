/// The whole of Plinth in one import: property lists, keyed archives and durable files.
@_exported public import DurableFiles
@_exported public import KeyedArchives
@_exported public import PropertyLists
