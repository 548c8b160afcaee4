import MIDI

/// A MIDI Clip File (M2-116-U, "SMF2CLIP"): Universal MIDI Packets at ticks.
///
/// The file begins with eight letters. Then come words of 32 bits, big endian: UMPs, each after a Delta Clockstamp
/// with its distance in ticks. The configuration header declares how many ticks a quarter note has and prepares the
/// instrument; Start of Clip and End of Clip enclose the music.
package struct MIDIClip: Sendable {
    package struct Event: Equatable, Sendable {
        /// Ticks since Start of Clip; 0 in the configuration header.
        package var tick: UInt64
        package var ump: Message

        package init(tick: UInt64, ump: Message) {
            self.tick = tick
            self.ump = ump
        }
    }

    /// A UMP and its time, in nanoseconds since the beginning.
    package struct Timed: Equatable, Sendable {
        package var at: UInt64
        package var ump: Message
    }

    static let header = Array("SMF2CLIP".utf8)

    /// Ticks a quarter note, 1...65535.
    package internal(set) var ticksOfQuarter: UInt16 = 0
    /// The UMPs of the configuration header, except the declaration of its ticks, then those of the music.
    package internal(set) var events: [Event] = []
    /// The tick of End of Clip.
    package internal(set) var end: UInt64 = 0

    /// Whether bytes begin as a MIDI Clip File does.
    package static func isClip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: header) }

    /// The events in the order in which they are played, and the length of the clip in nanoseconds. A Set Tempo of Flex
    /// Data changes the tempo, and is an event too. The tempo is 120 BPM until then.
    package var timeline: (events: [Timed], length: UInt64) {
        var clock = TickClock(division: .ticksOfQuarter(ticksOfQuarter), start: 0)
        var timed: [Timed] = []
        timed.reserveCapacity(events.count)
        for event in events {
            timed.append(Timed(at: clock.time(of: event.tick), ump: event.ump))
            if let units = event.ump.tempo { clock.change(to: UInt64(units) * 10, at: event.tick) }
        }
        return (timed, clock.time(of: end))
    }
}

extension Message {
    /// The tempo that a Set Tempo of Flex Data has, in ten nanoseconds a quarter note (M2-104-UM 7.5.3); nil for other
    /// UMPs.
    package var tempo: UInt32? { type == MessageType.flexData && word0 & 0x00C0_FFFF == 0 ? word1 : nil }

    /// Start of Clip and End of Clip, the stream messages 20 and 21.
    var isStartOfClip: Bool { word0 & 0xF3FF_0000 == 0xF020_0000 }
    var isEndOfClip: Bool { word0 & 0xF3FF_0000 == 0xF021_0000 }
}
