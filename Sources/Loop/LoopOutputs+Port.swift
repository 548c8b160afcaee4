import CPlatform
import Devices
import MIDI

extension LoopOutputs {
    /// One way out, and what has to be known of it before anything is laid down or written.
    package struct Port {
        package let endpoint: Endpoint
        var writer: StreamWriter
        package var count = 0
        /// What has to be asked about before a message is laid down, a bit each. Mostly nothing.
        private var cares: UInt8
        /// With no more bytes in the buffer than these, a message is simply laid down behind them; -1: it never is.
        private(set) var plainCount: Int
        var pace: WirePace
        /// So many bytes at the head of the buffer are real-time, and the next goes behind them.
        var urgent = 0
        /// A message was refused because enough waits for a wire, or the wire is to be asked whether it keeps up: the router
        /// keeps all but real-time bytes until nothing waits.
        var hasRefused = false
        /// How epoll knows its descriptor, and what else it waits for there.
        var tag: UInt64 = 0
        package var watched: UInt32 = 0
        /// The same descriptor is an input's, or all of the sequencer's ports'.
        var isShared = false
        /// Something was written to a pseudo-terminal since it was last emptied by force.
        var isToDiscard = false

        package init(endpoint: Endpoint = .none, runningStatus: Bool = false, byteTime: UInt64 = 0) {
            self.endpoint = endpoint
            pace = WirePace(byteTime: byteTime)
            writer = StreamWriter(runningStatus: runningStatus)
            cares = (runningStatus ? Port.omits : 0) | (byteTime > 0 ? Port.wire : 0)
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

        /// Channel messages are laid down as they are, and nothing of it waits for a wire.
        @inline(__always)
        var isPlain: Bool { cares == 0 }

        /// The same of a wire that has nothing to write and is not to be asked.
        @inline(__always)
        var isFreeWire: Bool { cares == Port.wire && count == 0 && !pace.isToAsk }

        /// Nothing of it waits but what is in its buffer, and nothing was refused.
        @inline(__always)
        var isCalm: Bool { cares & (Port.blocked | Port.gone) == 0 && !hasRefused }

        /// The kernel took less than it was given: wait until it can be written again.
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
    /// The kernel has taken the first bytes.
    @inline(__always)
    package mutating func take(_ taken: Int, at now: UInt64) {
        count -= taken
        urgent = max(urgent - taken, 0)
        pace.wrote(taken, at: now)
    }
}
