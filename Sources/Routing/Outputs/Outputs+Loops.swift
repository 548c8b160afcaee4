import MIDI
import Program

extension Outputs {
    /// Whether a message may not go from a source to a destination, because what goes there comes back (R19).
    @inline(__always)
    mutating func isLooped(_ message: Message, from source: UInt8, to destination: PortIndex, at now: UInt64) -> Bool {
        loops.isAlert && blocksLoop(message, from: source, to: destination, at: now)
    }

    @inline(never)
    private mutating func blocksLoop(
        _ message: Message, from source: UInt8, to destination: PortIndex, at now: UInt64
    ) -> Bool {
        let blocks = loops.blocks(message, from: source, to: destination, at: now)
        if blocks { tracer.report(.looped, to: destination, at: now) }
        return blocks
    }

    /// Drops what a source is sending by SysEx to some destinations, a bit each.
    mutating func dropSysEx(from source: UInt8, to destinations: UInt32, at now: UInt64) {
        var path = sysEx.first(of: source)
        while !path.isNone {
            let next = sysEx.next(after: path)
            if sysEx[path].state == .open && destinations & sysEx[path].destination.bit != 0 {
                dropSysEx(path, at: now)
            }
            path = next
        }
    }
}
