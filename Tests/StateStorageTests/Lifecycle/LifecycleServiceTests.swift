// Tests of a lifecycle in a service group, with the package trait of that name.

#if ServiceLifecycle
  import Logging
  import ServiceLifecycle
  import StateStorage
  import Testing

  extension AppLifecycleTests {
    /// Ends its group as soon as it runs.
    private struct Work: Service {
      let journal: Journal
      func run() async throws { journal.add("work") }
    }

    @Test("A lifecycle as a service starts first and saves last")
    func service() async throws {
      let journal = Journal()
      let lifecycle = AppLifecycle(options: Self.quiet)
      lifecycle.on(.didFinishLaunching) { journal.add("launch") }
      lifecycle.on(.willTerminate) { journal.add("end") }
      let group = ServiceGroup(
        configuration: .init(
          services: [
            .init(service: AppLifecycleService(lifecycle)),
            .init(
              service: Work(journal: journal),
              successTerminationBehavior: .gracefullyShutdownGroup),
          ],
          logger: Logger(label: "test")))
      try await group.run()
      #expect(Set(journal.all) == ["launch", "work", "end"])
      #expect(journal.all.last == "end")
    }
  }
#endif
