// The home directory in paths that a person types: `~` and `~/cards.txt`, as a shell reads them. Relies
// on Foundation for `~name`, the home directory of another user.

internal import Foundation
internal import StateStorage
internal import SystemPackage

extension String {
  /// The path with the home directory instead of `~` at its start; unchanged without it.
  package var expandingHome: String { expandingHome(in: .process) }

  /// The same for an environment: `HOME` takes precedence over the user database, unless it is
  /// empty.
  func expandingHome(in environment: AppContainer.Environment) -> String {
    guard self == "~" || hasPrefix("~/") else {
      return NSString(string: self).expandingTildeInPath
    }
    let variable = environment.variables["HOME"].flatMap { $0.isEmpty ? nil : $0 }
    guard let home = variable ?? environment.userDatabaseHome else { return self }
    // The path of the root is the only one that ends with a slash.
    return (home.string == "/" && count > 1 ? "" : home.string) + dropFirst()
  }
}
