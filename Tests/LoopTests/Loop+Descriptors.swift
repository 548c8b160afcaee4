import Glibc

@testable import Loop

extension Loop {
    /// Closes the loop's own descriptors, which a box keeps to its end. With more than a thousand open descriptors
    /// Foundation crashes when it starts a process.
    func closeDescriptors() {
        for descriptor in [epoll, outputsOnly, timer, controlTimer, wake, panelWake, controlWake] {
            Glibc.close(descriptor)
        }
    }
}
