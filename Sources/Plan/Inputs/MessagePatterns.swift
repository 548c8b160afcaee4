import MIDI

/// All free messages that the box listens to (R17), as one tree over their bytes.
///
/// Patterns share nodes for common beginnings, so that the cost of a message depends on the patterns it could match,
/// not on the number of patterns. At each node, at most three steps can accept a byte: the byte itself, any byte with
/// the same upper half, any data byte.
package struct MessagePatterns {
    /// All nodes; the root is node 0. The children of a node are adjacent, in the order of their steps.
    package var nodes: UnsafePointer<Node>
    package var ends: UnsafePointer<End>
    /// The sources at which anything listens to a pattern, one bit each.
    package var sources: UInt64

    package init(nodes: UnsafePointer<Node>, ends: UnsafePointer<End>) {
        self.nodes = nodes
        self.ends = ends
        sources = nodes[0].sources
    }

    package struct Node {
        package var parent: UInt32 = 0
        /// The step from the parent to this node.
        package var step = Step.byte(0)
        package var firstChild: UInt32 = 0
        package var childCount: UInt16 = 0
        /// The number of patterns that end at this node.
        package var endCount: UInt16 = 0
        package var firstEnd: UInt32 = 0
        /// The sources at which anything listens to a pattern that passes this node, one bit each.
        package var sources: UInt64 = 0
        package init() {}
    }

    /// A step of the tree: the bytes that it accepts.
    package struct Step: Equatable, Comparable, BitwiseCopyable, Sendable {
        private let key: UInt16

        private init(key: UInt16) { self.key = key }
        /// Accepts one byte.
        package static func byte(_ byte: UInt8) -> Step { Step(key: UInt16(byte)) }
        /// Accepts bytes with the upper half of `high` and any channel in the lower half.
        package static func channel(_ high: UInt8) -> Step { Step(key: 0x100 | UInt16(high & 0xF0)) }
        /// Accepts any data byte, 00...7F.
        package static let any = Step(key: 0x200)

        package static func < (left: Step, right: Step) -> Bool { left.key < right.key }

        /// Returns the step to try after this one for a byte; nil if there is none.
        package func next(for byte: UInt8) -> Step? {
            switch key >> 8 {
            case 0: .channel(byte)
            case 1: byte < 0x80 ? .any : nil
            default: nil
            }
        }
    }

    /// The end of one pattern: the positions of value and channel in its bytes.
    package struct End: Equatable, BitwiseCopyable, Sendable {
        package var slot: UInt16
        /// The indices of the bytes of the value; 0 if there is none.
        package var msb: UInt8
        package var lsb: UInt8
        /// The index of the byte with the channel; nil if only the status byte can contain it.
        package var channel: UInt8?

        package init(slot: UInt16, msb: UInt8, lsb: UInt8, channel: UInt8?) {
            self.slot = slot
            self.msb = msb
            self.lsb = lsb
            self.channel = channel
        }

        /// Returns the value in a matching message: 0...127, or 0...16383 with an LSB. Returns 127 for a pattern
        /// without a value, like a pressed key.
        package func value(in bytes: UnsafePointer<UInt8>) -> Int32 {
            if msb == 0 { return 127 }
            let high = Int32(bytes[Int(msb)])
            return lsb == 0 ? high : high << 7 | Int32(bytes[Int(lsb)])
        }

        /// Returns the channel of a matching message, 0...15; nil if the message has none.
        package func channel(in bytes: UnsafePointer<UInt8>) -> UInt8? {
            if let channel { return bytes[Int(channel)] & 0x0F }
            return Status.isSystem(bytes[0]) ? nil : bytes[0] & 0x0F
        }
    }
}

extension MessagePatterns {
    /// Calls `body` with every pattern of a source that matches a whole message, a SysEx including its F7.
    @inline(__always)
    package func forEachMatch(_ bytes: UnsafePointer<UInt8>, _ count: Int, from source: UInt8, _ body: (End) -> Void) {
        forEachNode(bytes, count, from: source) { node in
            for end in 0..<Int(nodes[node].endCount) { body(ends[Int(nodes[node].firstEnd) + end]) }
        }
    }

    /// Calls `body` with every node that the first bytes of a message lead to; the patterns below these nodes could
    /// still match.
    ///
    /// Descends as far as possible, then backtracks to try other steps. The current node is the only state.
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

    /// Finds the child of a node by binary search; nil if no pattern of the source has this step.
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
