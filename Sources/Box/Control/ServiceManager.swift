import CPlatform
import Host

/// Tells the service manager that has started the box, such as systemd, that the box is ready and lives (E3).
struct ServiceManager {
    private let socket: Int32
    /// Nanoseconds between two signs of life, half of the manager's limit; nil if the manager wants none.
    private let pause: UInt64?
    private var fedAt: UInt64 = 0
    private var seenAnswers: UInt64 = 0

    /// Nil if no manager has asked for notifications. Called before other threads exist.
    init?() {
        var microseconds: UInt64 = 0
        socket = treadle_notify_open(&microseconds)
        if socket < 0 {
            if socket != -ENODATA {
                Console.error("treadle: NOTIFY_SOCKET: \(String(cString: treadle_error_message(socket)))\n")
            }
            return nil
        }
        pause = microseconds == 0 ? nil : min(microseconds, UInt64.max / 1000) * 500
    }

    /// Reports that the loop runs and that the present ports are open.
    func isReady() { _ = treadle_notify(socket, "READY=1") }

    /// Reports that the box is about to end.
    func isEnding() { _ = treadle_notify(socket, "STOPPING=1") }

    /// Feeds the manager's watchdog if the loop has given a sign of life since the last time, as for the hardware
    /// watchdog (I6).
    ///
    /// - Parameter answers: number of signs of life that the loop has given.
    mutating func feed(_ answers: UInt64, at now: UInt64) {
        guard let pause, answers != seenAnswers, now >= fedAt + pause || fedAt == 0 else { return }
        (seenAnswers, fedAt) = (answers, now)
        _ = treadle_notify(socket, "WATCHDOG=1")
    }
}
