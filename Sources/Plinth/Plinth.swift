/// The whole of Plinth in one import: property lists and durable files.
@_exported public import DurableFiles
@_exported public import PropertyLists
