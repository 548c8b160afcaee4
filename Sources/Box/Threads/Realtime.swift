import CPlatform
import Devices
import Host

/// Requests realtime properties from the kernel for the loop. Each refusal is reported once, with a remedy, and the box
/// runs without that property.
struct Realtime {
    /// Just below the interrupt threads, which the kernel starts at 50. The loop then wakes once when an interrupt has
    /// read all received bytes, not for the first byte (docs/design/ARCHITECTURE.md, "Latency").
    static let priority: Int32 = 40

    /// The properties that were granted, as text.
    private var has: [String] = []

    /// Requests realtime scheduling, a processor, locked memory and no deep sleep. Called on the loop's thread before
    /// the loop routes.
    static func claim() {
        var claimed = Realtime()
        claimed.lockMemory()
        claimed.holdLatency()
        claimed.schedule()
        Console.out("  loop: \(claimed.has.isEmpty ? "ordinary priority" : claimed.has.joined(separator: ", "))\n")
    }

    /// Requests nothing, because of `--no-realtime`.
    static func renounce() { Console.out("  loop: ordinary priority, because of --no-realtime\n") }

    /// Prints the kernel's release and whether it is a realtime kernel.
    static func printKernel() {
        let words = String(cString: treadle_kernel()).split(separator: " ")
        let isRealtime = words.contains { $0 == "PREEMPT_RT" }
        let release = words.first.map { String($0) } ?? "unknown"
        Console.out(
            "  kernel: \(release), \(isRealtime ? "realtime" : "not realtime: messages may sometimes be late")\n")
    }

    private mutating func schedule() {
        let result = treadle_schedule_fifo(Realtime.priority)
        if result < 0 {
            refused("realtime scheduling", result, "rtprio \(Realtime.priority)", " or run with --no-realtime")
        } else {
            has.append("realtime priority \(Realtime.priority)")
        }
        if let processor = LoopProcessor.chosen(), treadle_pin(Int32(processor)) >= 0 {
            has.append("processor \(processor)")
        }
    }

    private mutating func lockMemory() {
        let result = treadle_lock_memory()
        if result < 0 {
            refused("locked memory", result, "memlock unlimited", "")
        } else {
            has.append("memory locked")
        }
    }

    /// Forbids deep sleep of the processor for as long as the descriptor is open, that is until the process ends.
    private mutating func holdLatency() {
        let result = treadle_hold_latency()
        if result >= 0 { return has.append("no deep sleep") }
        // A kernel without this device does not use deep sleep.
        if result == -ENOENT { return }
        let refusal = DeviceError("/dev/cpu_dma_latency", .sound, doing: "opening", code: -result)
        Console.error("treadle: the processor may sleep deeply between notes: \(refusal.message)\n")
    }

    private func refused(_ what: String, _ result: Int32, _ limit: String, _ otherwise: String) {
        // ENOMEM of mlockall(2): the box has more memory than it may lock.
        let why = result == -ENOMEM ? "the limit is too low" : String(cString: treadle_error_message(result))
        Console.error(
            "treadle: without \(what): \(why); put the line '@audio - \(limit)' into "
                + "/etc/security/limits.d/treadle.conf, join the group 'audio' and log in again\(otherwise)\n")
    }
}
