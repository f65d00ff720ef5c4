// The same program as a service of swift-service-lifecycle, with the package trait of that name:
// starts a group, lets it end itself, and prints the events.

#if ServiceLifecycle
  import Foundation
  import Logging
  import ServiceLifecycle
  import StateStorage

  extension LifecycleProgram {
    /// A service whose work is done immediately, which ends the group.
    struct Work: Service {
      func run() async throws {}
    }

    static func runService() async {
      let lifecycle = AppLifecycle(options: options)
      addHandlers(to: lifecycle)
      let group = ServiceGroup(
        configuration: .init(
          services: [
            .init(service: AppLifecycleService(lifecycle)),
            .init(service: Work(), successTerminationBehavior: .gracefullyShutdownGroup),
          ],
          logger: Logger(label: "lifecycle-program")))
      do {
        try await group.run()
        say("returned")
      } catch {
        say("threw:\(error)")
        exit(3)
      }
    }
  }
#endif
