import Configuration
import Engine
import MIDI
import Plan
import SMF

// Writes the recorded messages of one port as a MIDI Clip File (U12).
extension Recording {
    /// Ticks per quarter note, tempo in units of 10 ns per quarter note (120 BPM), and length of a tick in ns.
    private static let clipTicks: UInt16 = 50_000
    private static let clipTempo: UInt32 = 50_000_000
    private static let clipTick: UInt64 = 10_000

    /// The bytes of a clip with the messages that a port has received; for an output-only port, with the messages that
    /// it has sent. Timing clock, Active Sensing, utility and stream messages are left out.
    ///
    /// - Parameter port: the port's index in the box file.
    func clip(of port: Int) -> [UInt8] {
        var writer = MIDIClipWriter(ticksOfQuarter: Recording.clipTicks, tempo: Recording.clipTempo)
        writer.start()
        let events = configuration.box.ports[port].receives ? received(at: port) : sent(by: port)
        for event in events where Recording.belongsInClip(event.ump) {
            writer.add(event.ump, at: Recording.ticks(since: origin, event.time))
        }
        return writer.finish(at: Recording.ticks(since: origin, end))
    }

    private static func ticks(since origin: UInt64, _ time: UInt64) -> UInt64 {
        time > origin ? (time - origin + clipTick / 2) / clipTick : 0
    }

    private static func belongsInClip(_ ump: Message) -> Bool {
        let isOfWire = ump.type == MessageType.utility || ump.type == MessageType.stream
        return !isOfWire && ump.kind != .timingClock && ump.kind != .activeSensing
    }

    private func received(at port: Int) -> [(time: UInt64, ump: Message)] {
        var umps: [(time: UInt64, ump: Message)] = []
        var (parser, reader) = (StreamParser(), UMPReader())
        for record in inputs {
            switch record.what {
            case .bytes(let place, let bytes) where first(of: place) == port:
                for byte in bytes { parser.feed(byte) { umps.append((record.time, $0)) } }
            case .words(let place, let words) where first(of: place) == port:
                for word in words {
                    if let ump = reader.feed(word) { umps.append((record.time, ump)) }
                }
            case .inject(let message, .play, let place) where first(of: place) == port:
                umps.append((record.time, message))
            default: break
            }
        }
        return umps
    }

    private func sent(by port: Int) -> [(time: UInt64, ump: Message)] {
        var umps: [(time: UInt64, ump: Message)] = []
        for record in outputs {
            switch record.what {
            case .message(let message, let place) where first(of: place) == port:
                umps.append((record.time, message))
            case .ump(let ump, let place) where first(of: place) == port: umps.append((record.time, ump))
            default: break
            }
        }
        return umps.sorted(byNumber: { $0.time })
    }

    /// The port that a place belongs to (U6).
    func first(of place: UInt8) -> Int {
        configuration.box.groups.port(of: Int(place)) ?? Int(place)
    }
}
