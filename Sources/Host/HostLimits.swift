/// The capacities of the module.
package enum HostLimits {
    /// Descriptors that one thread can wait for: the limit of `treadle_poll`. The control thread, the simulator and all
    /// clients together need 20. More are a programming error.
    package static let descriptors = 32
}
