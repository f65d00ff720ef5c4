// The only settings of a project that have a rule of their own in a merge.

/// The settings of a project for which the larger of two changed values is right, because both
/// sides were upgraded.
enum VersionSetting {
  /// Returns the side with the larger value of a version setting; nil for other values.
  static func larger(of task: MergeTask, _ rules: MergeRules) -> MergeSide? {
    guard rules == .project, case .key(let key)? = task.path.steps.last else { return nil }
    switch key {
    case "objectVersion": if task.path.steps.count != 1 { return nil }
    case "LastUpgradeCheck", "LastSwiftUpdateCheck":
      guard task.scope == .value, task.path.steps.count == 4,
        task.path.steps[2] == .key("attributes")
      else { return nil }
    default: return nil
    }
    guard let ours = version(task.ours.node), let theirs = version(task.theirs.node) else {
      return nil
    }
    return theirs > ours ? .theirs : .ours
  }

  private static func version(_ node: PlistNode) -> Int? {
    node.stringValue.flatMap { Int($0) } ?? node.integerValue.flatMap { Int(exactly: $0) }
  }
}
