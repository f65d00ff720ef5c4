// The modules that snippets can import: SwiftPM gives them those on which a target of their package
// depends. The target itself has no code.
