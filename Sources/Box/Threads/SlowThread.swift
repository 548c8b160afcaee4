import CPlatform
import Host

/// A thread of a slow bus. A transfer may never end, so the end of the box waits for such threads `stopTime` at most.
final class SlowThread {
    /// The name of the device that the thread serves, for messages.
    private let name: String
    private var body: (() -> Void)?
    /// Event that asks the thread to end.
    let stopping: Int32
    /// Event that the thread signals when it has ended.
    private let ended: Int32
    private var thread = pthread_t()
    private var isStarted = false

    /// Nanoseconds that the end of the box waits for slow threads, at most.
    static let stopTime: UInt64 = 1_000_000_000

    /// Nil if no descriptor is left.
    init?(_ name: String) {
        self.name = name
        stopping = treadle_event_create()
        ended = treadle_event_create()
        if min(stopping, ended) < 0 { return nil }
    }

    /// - Parameter body: serves the bus until `stopping` is signalled.
    func start(_ body: @escaping () -> Void) {
        self.body = body
        let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            let slow = Unmanaged<SlowThread>.fromOpaque(context!).takeRetainedValue()
            slow.body?()
            slow.body = nil
            treadle_event_signal(slow.ended)
            return nil
        }
        // The thread retains this object, because it may outlive the rest of the box.
        let context = Unmanaged.passRetained(self)
        let error = treadle_thread_start(&thread, run, context.toOpaque(), 64 * 1024)
        isStarted = error == 0
        if isStarted { return }
        context.release()
        Console.error("treadle: \(name): \(String(cString: treadle_error_message(error)))\n")
    }

    func askToEnd() { treadle_event_signal(stopping) }

    /// Waits for the end of a thread that was asked to end. A thread whose transfer does not end by the deadline is
    /// left alone: it ends after its transfer, or with the process.
    ///
    /// - Returns: whether the thread has ended.
    @discardableResult
    func hasEnded(by deadline: UInt64) -> Bool {
        if !isStarted { return true }
        let now = treadle_now()
        var ready: UInt32 = 0
        _ = treadle_poll([ended], 1, 0, deadline > now ? Int32((deadline - now) / 1_000_000 + 1) : 0, &ready)
        if ready == 0 {
            Console.error("treadle: \(name) has not ended\n")
            return false
        }
        _ = treadle_thread_join(thread)
        return true
    }
}
