import CPlatform

/// What makes the loop prompt. Each refusal is said once, with what to do about it, and the box runs without.
enum Realtime {
    /// Just below the interrupt threads, which the kernel starts at 50: the loop then wakes once for what an interrupt
    /// has fully received, and not for its first bytes (docs/ARCHITECTURE.md, "Latency").
    static let priority: Int32 = 40

    /// All memory stays where it is; for the whole process.
    static func lockMemory() {
        refused(treadle_lock_memory(), "locking memory", "allow it with 'ulimit -l unlimited' or CAP_IPC_LOCK")
    }

    /// For the loop thread: realtime scheduling, the last processor, no deep sleep.
    static func claimLoop() {
        refused(
            treadle_schedule_fifo(priority), "realtime scheduling",
            "allow it with 'ulimit -r \(priority)' or CAP_SYS_NICE, or run with --no-realtime")
        let processors = treadle_processors()
        if processors > 1 { refused(treadle_pin(processors - 1), "a processor of its own", "see taskset(1)") }
        // The descriptor stays open for as long as the box runs: that is what holds the latency.
        refused(treadle_hold_latency(), "/dev/cpu_dma_latency", "it is writable for root only by default")
    }

    private static func refused(_ result: Int32, _ what: String, _ advice: String) {
        if result >= 0 { return }
        let why = String(cString: treadle_error_message(result))
        Console.error("treadle: without \(what): \(why); \(advice)\n")
    }
}
