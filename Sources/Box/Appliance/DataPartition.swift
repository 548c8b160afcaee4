import CPlatform
import Devices

/// Mounts the data partition of an appliance, whose files survive a power cut (P6).
enum DataPartition {
    /// The longest wait for a slow card to appear, in ns.
    static let longestWait: UInt64 = 5_000_000_000

    /// The flags and options of one try of `mount(2)`.
    struct Attempt: Equatable {
        var isReadOnly: Bool
        /// Mount options of ext4.
        var options: String
    }

    /// The tries in order. `noload` comes last: without it, ext4 replays the journal, which a read-only device refuses.
    static let attempts = [
        Attempt(isReadOnly: false, options: ""), Attempt(isReadOnly: true, options: ""),
        Attempt(isReadOnly: true, options: "noload"),
    ]

    /// Mounts a device, read-only if it cannot be written.
    ///
    /// - Parameters:
    ///   - device: path of the device node.
    ///   - waiting: longest time to wait for the node, in nanoseconds.
    ///   - mount: tries to mount once and returns 0 or -errno.
    /// - Returns: why saved files will not survive a power cut; nil if they will.
    static func mount(
        _ device: String, waiting: UInt64 = longestWait, by mount: (Attempt) -> Int32
    ) -> String? {
        guard AwaitedNode.wait(for: device, atMost: waiting) else { return "\(device) is not there" }
        var refusal: Int32 = 0
        for attempt in attempts {
            let result = mount(attempt)
            if result >= 0 { return attempt.isReadOnly ? "\(device) is read-only" : nil }
            if refusal == 0 { refusal = result }
        }
        return "\(device) cannot be mounted: \(String(cString: treadle_error_message(refusal)))"
    }
}
