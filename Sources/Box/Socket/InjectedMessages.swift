import Configuration
import Engine
import Loop
import MIDI
import Plan
import Routing

/// The messages of a client, of the simulated keyboard or of a song, on their way to the loop.
///
/// They reach the loop whole, SysEx too, so a client that ends in the middle of a message leaves no partial message.
struct InjectedMessages {
    /// Whole messages that did not fit into the loop's ring yet; one inner list is one message.
    private var waiting: [[Injection]] = []
    private var stream: Stream?
    /// The held notes and controllers that were played, or sent with `hold`, by port.
    private var held: [HeldPort: HeardState] = [:]
    /// The pieces of SysEx UMPs whose SysEx has not ended.
    private var openSysEx: [HeldPort: [Injection]] = [:]

    private struct HeldPort: Hashable {
        var way: Injection.Way
        var port: PortIndex
        /// The group of UMPs, 0...15.
        var group: UInt8 = 0
    }

    /// The byte stream for one port in one direction.
    private struct Stream {
        let way: Injection.Way
        let port: PortIndex
        let isHeld: Bool
        var parser = StreamParser()
        /// The pieces of a SysEx that has not ended.
        var pieces: [Injection] = []
    }

    var isWaiting: Bool { !waiting.isEmpty }

    /// Accepts bytes for a port. Returns an error message, or nil.
    ///
    /// - Parameter isHeld: `release` releases their notes and controllers.
    mutating func inject(_ bytes: [UInt8], _ way: Injection.Way, port: PortIndex, isHeld: Bool = true) -> String? {
        // An unfinished message for another port is dropped.
        if stream?.way != way || stream?.port != port || stream?.isHeld != isHeld {
            stream = Stream(way: way, port: port, isHeld: isHeld)
        }
        guard var stream else { return nil }
        let strays = stream.parser.droppedBytes
        var isTooLong = false
        for byte in bytes {
            var messages: [Message] = []
            stream.parser.feed(byte) { messages.append($0) }
            for message in messages { add(message, to: &stream) }
            if stream.pieces.count * Message.sysExCapacity > BoxLimits.controlSysEx {
                isTooLong = true
                stream.pieces = []
                stream.parser.close { _ in }
            }
        }
        self.stream = stream
        if isTooLong { return "a SysEx of more than \(BoxLimits.controlSysEx) bytes" }
        return stream.parser.droppedBytes == strays ? nil : "data bytes without a status"
    }

    private mutating func add(_ message: Message, to stream: inout Stream) {
        let injection = Injection(message, stream.way, port: stream.port)
        if message.kind == .sysEx {
            stream.pieces.append(injection)
            if injection.isUnfinished { return }
            // S4: a SysEx that another status interrupts is dropped, since no part was sent. Only such a SysEx ends
            // with an empty piece.
            if message.sysExStatus == .complete || message.sysExCount > 0 { waiting.append(stream.pieces) }
            stream.pieces = []
            return
        }
        waiting.append([injection])
        if stream.isHeld {
            held[HeldPort(way: stream.way, port: stream.port), default: HeardState()].hear(message, at: 0)
        }
    }

    /// Accepts UMPs for a port.
    ///
    /// - Parameter isHeld: `release` releases their notes and controllers.
    mutating func inject(_ umps: [Message], _ way: Injection.Way, port: PortIndex, isHeld: Bool = true) {
        for ump in umps {
            let place = HeldPort(way: way, port: port, group: ump.group)
            let injection = Injection(ump, way, port: port)
            if ump.type == MessageType.sysEx {
                acceptSysEx(ump, injection, place)
                continue
            }
            waiting.append([injection])
            // Held notes and controllers are those of the MIDI 1.0 messages that the UMP translates to.
            if isHeld { ump.forEachMIDI1 { held[place, default: HeardState()].hear($0.on(group: 0), at: 0) } }
        }
    }

    /// Collects the pieces of a SysEx until it is whole. A piece without a beginning is dropped, as `translate` does.
    private mutating func acceptSysEx(_ ump: Message, _ injection: Injection, _ place: HeldPort) {
        guard ump.isSysEx, let status = ump.sysExStatus else { return }
        if status == .complete || status == .start { openSysEx[place] = [] }
        guard var pieces = openSysEx[place] else { return }
        pieces.append(injection)
        let isTooLong = pieces.count * Message.sysExCapacity > BoxLimits.controlSysEx
        openSysEx[place] = injection.isUnfinished && !isTooLong ? pieces : nil
        if !injection.isUnfinished && !isTooLong { waiting.append(pieces) }
    }

    /// Hands the loop the waiting messages that fit into its ring. Returns true if some were handed over and none is
    /// left.
    mutating func handOver(to ring: Ring<Injection>, _ hasGiven: inout Bool) -> Bool {
        var given = 0
        while given < waiting.count && ring.push(all: waiting[given]) { given += 1 }
        waiting.removeFirst(given)
        hasGiven = hasGiven || given > 0
        return given > 0 && waiting.isEmpty
    }

    /// Drops an unfinished message and releases the held notes and controllers.
    mutating func release() {
        stream = nil
        openSysEx = [:]
        for (place, state) in held {
            state.forEachRelease {
                waiting.append([Injection($0.on(group: place.group), place.way, port: place.port)])
            }
        }
        held = [:]
    }
}
