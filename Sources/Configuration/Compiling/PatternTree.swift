import Plan

/// Merges the patterns of a box into one prefix tree.
struct PatternTree {
    private struct Node {
        var step: MessagePatterns.Step
        var children: [Int] = []
        var ends: [MessagePatterns.End] = []
        var sources: UInt64 = 0
    }

    /// The nodes; the root is first and its step is unused.
    private var nodes = [Node(step: .byte(0))]
    /// The index in the compiled tree, for each node.
    private var places = [0]

    init() {}

    /// Adds all patterns that any preset or assignment listens to.
    init(_ compiler: Compiler) {
        let sources = compiler.sourcesOfDerived()
        let patterns = compiler.reader.patterns
        for slot in Array(patterns.keys).sorted(byNumber: { UInt64($0) }) {
            guard let pattern = patterns[slot] else { continue }
            add(pattern, slot: UInt16(slot), sources: sources[slot - ControlInput.derived])
        }
    }

    /// The number of nodes, including the root.
    var count: Int { nodes.count }

    /// Adds a pattern and its slot; `sources` has one bit for each source with a listener.
    mutating func add(_ pattern: Pattern, slot: UInt16, sources: UInt64) {
        var reached = [0]
        nodes[0].sources |= sources
        for piece in pattern.pieces {
            reached = reached.flatMap { node in piece.steps.map { child(of: node, $0) } }
            for node in reached { nodes[node].sources |= sources }
        }
        for node in reached { nodes[node].ends.append(pattern.end(slot: slot)) }
    }

    private mutating func child(of node: Int, _ step: MessagePatterns.Step) -> Int {
        if let child = nodes[node].children.first(where: { nodes[$0].step == step }) { return child }
        nodes.append(Node(step: step))
        places.append(0)
        nodes[node].children.append(nodes.count - 1)
        return nodes.count - 1
    }

    /// Compiles the tree for the engine; returns nil if there is no pattern.
    mutating func compiled(_ arena: Arena) -> MessagePatterns? {
        if nodes.count == 1 { return nil }
        var compiled = [MessagePatterns.Node()]
        var ends: [MessagePatterns.End] = []
        // Breadth first, so that the children of a node are adjacent.
        var order = [0]
        var next = 0
        while next < order.count {
            let node = nodes[order[next]]
            places[order[next]] = next
            compiled[next].step = node.step
            compiled[next].sources = node.sources
            compiled[next].firstEnd = UInt32(ends.count)
            compiled[next].endCount = UInt16(node.ends.count)
            ends += node.ends
            compiled[next].firstChild = UInt32(order.count)
            compiled[next].childCount = UInt16(node.children.count)
            var children = node.children
            children.sort { nodes[$0].step < nodes[$1].step }
            for child in children {
                var below = MessagePatterns.Node()
                below.parent = UInt32(next)
                compiled.append(below)
                order.append(child)
            }
            next += 1
        }
        return MessagePatterns(nodes: arena.copy(compiled), ends: arena.copy(ends))
    }

    /// Returns the nodes that a pattern passes, as indices in the compiled tree.
    func places(of pattern: Pattern) -> [Int] {
        var reached = [0]
        return pattern.pieces.flatMap { piece in
            let steps = piece.steps
            reached = reached.flatMap { nodes[$0].children.filter { steps.contains(nodes[$0].step) } }
            return reached.map { places[$0] }
        }
    }
}

extension Pattern.Piece {
    /// The steps that accept this piece, one for each alternative byte.
    fileprivate var steps: [MessagePatterns.Step] {
        switch self {
        case .byte(let byte): [.byte(byte)]
        case .channel(let high): [.channel(high)]
        case .msb, .lsb, .any: [.any]
        case .either(let bytes): bytes.map { .byte($0) }
        }
    }
}

extension Pattern {
    fileprivate func end(slot: UInt16) -> MessagePatterns.End {
        MessagePatterns.End(
            slot: slot, msb: UInt8(pieces.firstIndex(of: .msb) ?? 0), lsb: UInt8(pieces.firstIndex(of: .lsb) ?? 0),
            channel: pieces.firstIndex {
                if case .channel = $0 { return true }
                return false
            }.map { UInt8($0) })
    }
}
