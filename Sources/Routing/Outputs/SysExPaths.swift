import Program

/// SysEx streams on their way: one for each source, routing and destination, from the first piece to the last (S4, S8).
struct SysExPaths {
    struct Path {
        var source: UInt8 = 0
        var destination: UInt8 = 0
        /// Index of the routing it goes through, which says its place in the order (R1).
        var routing: UInt8 = 0
        var state = State.free
        /// Pieces that wait in the outbox.
        var waiting: UInt16 = 0
        /// Something of it has gone out, so that it must be closed with F7.
        var hasBegun = false
        /// The next path of the same source's SysEx.
        var next: UInt16 = SysExPaths.none
        /// When its last data byte arrived, in nanoseconds.
        var touched: UInt64 = 0
    }

    enum State: UInt8 {
        case free
        /// Pieces are still coming.
        case open
        /// The last piece has come; some may still wait.
        case ended
        /// What still comes is ignored.
        case dropped
    }

    static let none: UInt16 = 0xFFFF

    let paths: UnsafeMutablePointer<Path>
    /// First path of what each source is sending.
    let heads: UnsafeMutablePointer<UInt16>
    var free: UInt16 = 0

    init(_ memory: inout Memory) {
        paths = memory.take(Limits.sysExPaths, repeating: Path())
        heads = memory.take(Limits.sources, repeating: SysExPaths.none)
        for index in 0..<Limits.sysExPaths {
            paths[index].next = index + 1 < Limits.sysExPaths ? UInt16(index + 1) : SysExPaths.none
        }
    }

    static let byteCount = Limits.sysExPaths * MemoryLayout<Path>.stride + Limits.sources * 2 + 2 * 16

    /// A new path, in the order of the routings, behind those its routing has; nil when all are taken.
    mutating func open(source: UInt8, destination: UInt8, through routing: UInt8 = 0, at now: UInt64) -> UInt16? {
        if free == SysExPaths.none { return nil }
        let index = free
        free = paths[Int(index)].next
        var previous = SysExPaths.none
        var next = heads[Int(source)]
        while next != SysExPaths.none && paths[Int(next)].routing <= routing {
            previous = next
            next = paths[Int(next)].next
        }
        paths[Int(index)] = Path(
            source: source, destination: destination, routing: routing, state: .open, next: next, touched: now)
        if previous == SysExPaths.none { heads[Int(source)] = index } else { paths[Int(previous)].next = index }
        return index
    }

    /// The source has sent the last piece: its paths live on only for what of them waits.
    mutating func detachAll(of source: UInt8) {
        var index = heads[Int(source)]
        heads[Int(source)] = SysExPaths.none
        while index != SysExPaths.none {
            let next = paths[Int(index)].next
            if paths[Int(index)].state == .open { paths[Int(index)].state = .ended }
            release(index)
            index = next
        }
    }

    /// Frees a path that neither comes nor waits any more. `ended` and `dropped` ones only, once detached.
    mutating func release(_ index: UInt16) {
        let path = paths[Int(index)]
        if path.waiting > 0 || path.state == .open || path.state == .free || isAttached(index) { return }
        paths[Int(index)].state = .free
        paths[Int(index)].next = free
        free = index
    }

    private func isAttached(_ index: UInt16) -> Bool {
        var other = heads[Int(paths[Int(index)].source)]
        while other != SysExPaths.none {
            if other == index { return true }
            other = paths[Int(other)].next
        }
        return false
    }
}
