import CPlatform
import Devices

/// What makes the loop prompt, and what the box has got of it. Each refusal is said once, with what to do about it, and
/// the box runs without.
struct Realtime {
    /// Just below the interrupt threads, which the kernel starts at 50: the loop then wakes once for what an interrupt
    /// has fully received, and not for its first bytes (docs/design/ARCHITECTURE.md, "Latency").
    static let priority: Int32 = 40

    /// What the loop has, in words.
    private var has: [String] = []

    /// For the loop thread, before it routes: realtime scheduling, the last processor, all memory where it is, no deep
    /// sleep.
    static func claim() {
        var claimed = Realtime()
        claimed.lockMemory()
        claimed.holdLatency()
        claimed.schedule()
        Console.out("  loop: \(claimed.has.isEmpty ? "ordinary priority" : claimed.has.joined(separator: ", "))\n")
    }

    /// Nothing of it is asked for.
    static func renounce() { Console.out("  loop: ordinary priority, as was asked\n") }

    /// What the kernel is, and whether it is one for real time.
    static func sayKernel() {
        let words = String(cString: treadle_kernel()).split(separator: " ")
        let isRealtime = words.contains { $0 == "PREEMPT_RT" }
        let release = words.first.map { String($0) } ?? "unknown"
        Console.out(
            "  kernel: \(release), \(isRealtime ? "realtime" : "not a realtime one: mostly prompt, not always")\n")
    }

    private mutating func schedule() {
        let result = treadle_schedule_fifo(Realtime.priority)
        if result < 0 {
            refused("realtime scheduling", result, "rtprio \(Realtime.priority)", " or run with --no-realtime")
        } else {
            has.append("realtime priority \(Realtime.priority)")
        }
        let processors = treadle_processors()
        if processors > 1, treadle_pin(processors - 1) >= 0 { has.append("processor \(processors - 1)") }
    }

    private mutating func lockMemory() {
        let result = treadle_lock_memory()
        if result < 0 {
            refused("locked memory", result, "memlock unlimited", "")
        } else {
            has.append("memory locked")
        }
    }

    /// The descriptor stays open for as long as the box runs: that is what holds the latency.
    private mutating func holdLatency() {
        let result = treadle_hold_latency()
        if result >= 0 { return has.append("no deep sleep") }
        // A kernel that has none does not let the processor sleep so deeply.
        if result == -ENOENT { return }
        let refusal = DeviceError("/dev/cpu_dma_latency", .sound, doing: "opening", code: -result)
        Console.error("treadle: the processor may fall asleep between notes: \(refusal.message)\n")
    }

    private func refused(_ what: String, _ result: Int32, _ limit: String, _ otherwise: String) {
        // Of memory: what the box has is more than may be locked.
        let why = result == -ENOMEM ? "the limit is too low" : String(cString: treadle_error_message(result))
        Console.error(
            "treadle: without \(what): \(why); put the line '@audio - \(limit)' into "
                + "/etc/security/limits.d/treadle.conf, be of the group 'audio' and log in again\(otherwise)\n")
    }
}
