import ArgumentParser

@main
struct PlistTool: ParsableCommand {}
