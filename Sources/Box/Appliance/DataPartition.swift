import CPlatform
import Devices

/// The partition of an appliance that outlives a power cut (P6): waited for, and mounted as far as it can be.
enum DataPartition {
    /// Nanoseconds that a slow card may take to appear.
    static let longestWait: UInt64 = 5_000_000_000

    /// How `mount(2)` is tried.
    struct Attempt: Equatable {
        var isReadOnly: Bool
        /// Of ext4.
        var options: String
    }

    /// Without `noload` the journal of a device that was in use at the power cut cannot be left alone.
    static let attempts = [
        Attempt(isReadOnly: false, options: ""), Attempt(isReadOnly: true, options: ""),
        Attempt(isReadOnly: true, options: "noload"),
    ]

    /// Mounts a device, read-only where it cannot be written.
    ///
    /// - Parameters:
    ///   - device: path of its node.
    ///   - waiting: ns to wait for the node, at most.
    ///   - mount: tries it once: 0 or -errno.
    /// - Returns: why nothing that is saved is kept; nil: it is.
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
