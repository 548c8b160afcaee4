import MIDI

extension Router {
    /// Whether the way from a source to a destination is muted because what goes there comes back (R19).
    @inline(__always)
    mutating func isLooped(_ message: Message, from source: UInt8, to destination: UInt8) -> Bool {
        loops.isAlert && blocksLoop(message, from: source, to: destination)
    }

    @inline(never)
    private mutating func blocksLoop(_ message: Message, from source: UInt8, to destination: UInt8) -> Bool {
        let blocks = loops.blocks(message, from: source, to: destination, at: now)
        status.hasLoop = loops.hasLoop
        if blocks { why(.looped, to: destination) }
        return blocks
    }

    /// A message has been routed. Where it closed a path, what is held along it ends (H1).
    @inline(__always)
    mutating func leaveLoops(_ source: UInt8) {
        if !loops.hasReturned { return }
        loops.leave()
        if loops.newest != 0 { endLooped(from: source) }
    }

    @inline(never)
    private mutating func endLooped(from source: UInt8) {
        let closed = loops.newest
        loops.newest = 0
        releaseHeld(of: source, at: closed)
        var path = sysEx.first(of: source)
        while !path.isNone {
            let next = sysEx.next(after: path)
            if sysEx[path].state == .open && closed & (1 << UInt32(sysEx[path].destination)) != 0 { dropSysEx(path) }
            path = next
        }
    }

    /// All ways are open again, or those of a port that has gone.
    mutating func openLoops(port: UInt8? = nil) {
        if !loops.hasLoop && port != nil { return }
        if let port { loops.open(port: port) } else { loops.open() }
        status.hasLoop = loops.hasLoop
    }
}
