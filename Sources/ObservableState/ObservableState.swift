/// States and graphs that save themselves, together with all of `StateStorage`.
@_exported public import StateStorage
