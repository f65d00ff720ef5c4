/// States and graphs that save themselves in one import, with the state stores below them.
@_exported public import StateStorage
