import CPlatform
import Devices
import MIDI

extension LoopOutputs {
    /// An output with the state of its buffer.
    package struct Port {
        package let endpoint: Endpoint
        var writer: StreamWriter
        /// Bytes in the buffer.
        package var count = 0
        /// Conditions to check before a message is added, one bit each. Mostly 0.
        private var cares: UInt8
        /// The fill of the buffer, in bytes, up to which a message is added without further checks; -1 if messages must
        /// always be checked.
        private(set) var plainCount: Int
        var pace: WirePace
        /// Real-time bytes at the head of the buffer. The next real-time byte goes after them.
        var urgent = 0
        /// A message was refused, because enough bytes wait for the wire or the driver must be asked first. The router
        /// keeps all but real-time bytes until nothing waits.
        var hasRefused = false
        /// The epoll tag of the descriptor.
        var tag: UInt64 = 0
        /// The epoll events of the descriptor besides EPOLLOUT.
        package var watched: UInt32 = 0
        /// The descriptor is shared with an input, or among the ports of the sequencer.
        var isShared = false
        /// Bytes were written to a pseudo-terminal since its output was last discarded.
        var isToDiscard = false

        package init(endpoint: Endpoint = .none, runningStatus: Bool = false, byteTime: UInt64 = 0) {
            self.endpoint = endpoint
            pace = WirePace(byteTime: byteTime)
            writer = StreamWriter(runningStatus: runningStatus)
            cares =
                (runningStatus ? Port.omits : 0) | (byteTime > 0 ? Port.wire : 0)
                | (endpoint.hasPeers ? Port.peers : 0) | (endpoint.isUMP ? Port.umps : 0)
            plainCount = Port.plainCount(cares)
        }

        private static func plainCount(_ cares: UInt8) -> Int { cares == 0 ? LoopLimits.outputBytes - 8 : -1 }

        private mutating func set(_ care: UInt8, _ isOn: Bool) {
            cares = isOn ? cares | care : cares & ~care
            plainCount = Port.plainCount(cares)
        }

        private static let blocked: UInt8 = 1
        private static let gone: UInt8 = 2
        private static let wire: UInt8 = 4
        private static let omits: UInt8 = 8
        private static let peers: UInt8 = 16
        private static let umps: UInt8 = 32

        /// Whether messages are added without running status, blocking or pacing.
        @inline(__always)
        var isPlain: Bool { cares == 0 }

        /// Whether the port is a wire with an empty buffer whose driver need not be asked.
        @inline(__always)
        var isFreeWire: Bool { cares == Port.wire && count == 0 && !pace.isToAsk }

        /// Whether the port is present, not blocked, and has refused no message.
        @inline(__always)
        var isCalm: Bool { cares & (Port.blocked | Port.gone) == 0 && !hasRefused }

        /// Whether the kernel took fewer bytes than the loop wrote. The port then waits until it is writable.
        @inline(__always)
        var isBlocked: Bool {
            get { cares & Port.blocked != 0 }
            set { set(Port.blocked, newValue) }
        }

        @inline(__always)
        var isGone: Bool {
            get { cares & Port.gone != 0 }
            set { set(Port.gone, newValue) }
        }
    }
}

extension LoopOutputs.Port {
    /// Removes the first bytes, which the kernel has taken.
    @inline(__always)
    package mutating func removeFirst(_ taken: Int, at now: UInt64) {
        count -= taken
        urgent = max(urgent - taken, 0)
        pace.wrote(taken, at: now)
    }
}
