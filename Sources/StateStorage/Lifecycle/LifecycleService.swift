// An app's lifecycle as a service of swift-service-lifecycle, with the package trait of that name.

#if ServiceLifecycle
  public import ServiceLifecycle

  /// A lifecycle among the services of a `ServiceGroup`, which ends the others first when it is the
  /// first in the group: what they change while they end is saved, too.
  ///
  /// ```swift
  /// let group = ServiceGroup(
  ///   services: [AppLifecycleService(lifecycle), server],
  ///   gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
  /// ```
  ///
  /// The group watches the signals that end the process; of those in the lifecycle's options, the
  /// service watches ``AppLifecycle/Signal/suspend`` alone. Graceful shutdown, and the cancellation
  /// of the service's task, run the handlers of `willTerminate`.
  public struct AppLifecycleService: Service {
    private let lifecycle: AppLifecycle

    /// A service for a lifecycle that has not been started.
    public init(_ lifecycle: AppLifecycle) { self.lifecycle = lifecycle }

    /// Starts the lifecycle, waits for the end of the group's life, and terminates the lifecycle.
    ///
    /// - Throws: ``StateError``, when a handler has failed among others.
    public func run() async throws {
      try await lifecycle.start(watching: lifecycle.options.signals.intersection([.suspend]))
      // It throws when the task is cancelled: that is a reason to end as well.
      try? await gracefulShutdown()
      try await lifecycle.terminate()
    }
  }
#endif
