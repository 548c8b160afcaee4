import Foundation

extension Process {
    /// Starts the process with no signal blocked, as a shell does. The test runner blocks some in its threads, and a
    /// process inherits the mask of the thread that starts it.
    func runUnmasked() throws {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}
