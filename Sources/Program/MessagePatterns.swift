/// All free messages that something of the box listens to (R17), as one tree over their bytes.
///
/// Patterns share what they have in common, so that a message costs what of it could match, and not the patterns that
/// are there. A byte goes on by at most three ways: itself, any byte of its upper half, any data byte.
public struct MessagePatterns {
    /// The root is node 0. The children of a node follow each other, in the order of their steps.
    public var nodes: UnsafePointer<Node>
    public var ends: UnsafePointer<End>
    /// Sources that some pattern is listened for at, a bit each.
    public var sources: UInt64

    public init(nodes: UnsafePointer<Node>, ends: UnsafePointer<End>) {
        self.nodes = nodes
        self.ends = ends
        sources = nodes[0].sources
    }

    public struct Node {
        public var parent: UInt32 = 0
        /// The step that leads here from the parent.
        public var step = Step.byte(0)
        public var firstChild: UInt32 = 0
        public var childCount: UInt16 = 0
        /// Patterns that end here.
        public var endCount: UInt16 = 0
        public var firstEnd: UInt32 = 0
        /// Sources at which a pattern through here is listened for, a bit each.
        public var sources: UInt64 = 0
        public init() {}
    }

    /// What a byte must be to go on.
    public struct Step: Equatable, Comparable, BitwiseCopyable, Sendable {
        private let key: UInt16

        private init(key: UInt16) { self.key = key }
        /// That byte.
        public static func byte(_ byte: UInt8) -> Step { Step(key: UInt16(byte)) }
        /// The upper half is that of `high`; in the lower stands a channel.
        public static func channel(_ high: UInt8) -> Step { Step(key: 0x100 | UInt16(high & 0xF0)) }
        /// Any data byte, 00...7F.
        public static let any = Step(key: 0x200)

        public static func < (left: Step, right: Step) -> Bool { left.key < right.key }

        /// The next way for a byte after this one has been tried; nil: there is none.
        package func next(for byte: UInt8) -> Step? {
            switch key >> 8 {
            case 0: .channel(byte)
            case 1: byte < 0x80 ? .any : nil
            default: nil
            }
        }
    }

    /// One pattern: where in its bytes value and channel stand.
    public struct End: Equatable, BitwiseCopyable, Sendable {
        public var slot: UInt16
        /// Places of the value's bytes; 0 where there is none.
        public var msb: UInt8
        public var lsb: UInt8
        /// The place of the byte that has the channel; nil where only the status byte can have one.
        public var channel: UInt8?

        public init(slot: UInt16, msb: UInt8, lsb: UInt8, channel: UInt8?) {
            self.slot = slot
            self.msb = msb
            self.lsb = lsb
            self.channel = channel
        }

        /// The value in a message that matches: 0...127, with an LSB 0...16383. One that has no place for a value is a
        /// key being pressed, 127.
        package func value(in bytes: UnsafePointer<UInt8>) -> Int32 {
            if msb == 0 { return 127 }
            let high = Int32(bytes[Int(msb)])
            return lsb == 0 ? high : high << 7 | Int32(bytes[Int(lsb)])
        }

        /// The channel of a message that matches, 0...15; nil where it has none.
        package func channel(in bytes: UnsafePointer<UInt8>) -> UInt8? {
            if let channel { return bytes[Int(channel)] & 0x0F }
            return bytes[0] < 0xF0 ? bytes[0] & 0x0F : nil
        }
    }
}

extension MessagePatterns {
    /// Calls `body` with every pattern of a source that is these bytes, a whole message from status byte to F7.
    @inline(__always)
    package func forEachMatch(_ bytes: UnsafePointer<UInt8>, _ count: Int, from source: UInt8, _ body: (End) -> Void) {
        forEachNode(bytes, count, from: source) { node in
            for end in 0..<Int(nodes[node].endCount) { body(ends[Int(nodes[node].firstEnd) + end]) }
        }
    }

    /// Calls `body` with every node that the first bytes of a message lead to: what lies below it could still match.
    ///
    /// Goes down as far as it can and back for the other ways; nothing need be remembered but where it is.
    @inline(__always)
    package func forEachNode(_ bytes: UnsafePointer<UInt8>, _ count: Int, from source: UInt8, _ body: (Int) -> Void) {
        var (node, depth) = (0, 0)
        var step: Step? = count > 0 ? .byte(bytes[0]) : nil
        while true {
            if let tried = step {
                guard let child = child(of: node, tried, source) else {
                    step = tried.next(for: bytes[depth])
                    continue
                }
                node = child
                depth += 1
                if depth < count {
                    step = .byte(bytes[depth])
                    continue
                }
                body(node)
            }
            if node == 0 { return }
            depth -= 1
            step = nodes[node].step.next(for: bytes[depth])
            node = Int(nodes[node].parent)
        }
    }

    /// The child of a node by a step, by bisection; nil where no pattern of the source goes on so.
    private func child(of node: Int, _ step: Step, _ source: UInt8) -> Int? {
        var low = Int(nodes[node].firstChild)
        var high = low + Int(nodes[node].childCount)
        while low < high {
            let middle = (low + high) / 2
            if nodes[middle].step == step { return nodes[middle].sources & (1 << UInt64(source)) != 0 ? middle : nil }
            if nodes[middle].step < step { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}
