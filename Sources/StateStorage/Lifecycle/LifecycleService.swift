// An app's lifecycle as a service of swift-service-lifecycle, available with the package trait of
// that name.

#if ServiceLifecycle
  public import ServiceLifecycle

  /// A lifecycle as a service of a `ServiceGroup`. As the first service in the group, it ends last,
  /// so changes that the others make while they end are also saved.
  ///
  /// ```swift
  /// let group = ServiceGroup(
  ///   services: [AppLifecycleService(lifecycle), server],
  ///   gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
  /// ```
  ///
  /// The group watches the signals that end the process. Of the signals in the lifecycle's options,
  /// the service watches only ``AppLifecycle/Signal/suspend``. Graceful shutdown and the
  /// cancellation of the service's task run the handlers of `willTerminate`.
  public struct AppLifecycleService: Service {
    private let lifecycle: AppLifecycle

    /// Creates a service for a lifecycle that has not been started.
    public init(_ lifecycle: AppLifecycle) { self.lifecycle = lifecycle }

    /// Starts the lifecycle, waits for the group to shut down, and terminates the lifecycle.
    ///
    /// - Throws: ``StateError``, for example if a handler fails.
    public func run() async throws {
      try await lifecycle.start(watching: lifecycle.options.signals.intersection([.suspend]))
      // This throws if the task is canceled, which is also a reason to end.
      try? await gracefulShutdown()
      try await lifecycle.terminate()
    }
  }
#endif
