import Engine
import Loop
import Configuration
import MIDI
import Panel
import Plan

/// A musical keyboard on the computer's keys. The keyboard plays into the port of `input-keyboard`, else into the first
/// input port.
///
/// A terminal does not report key releases, so a note has a fixed length. Pressing the key again prolongs it. While
/// notes are held, pressing the key again releases its note.
struct SimulatedKeyboard {
    let port: Int
    private let channel: UInt8
    /// The MIDI key of the digit 1 and of the letter q: a C.
    private(set) var lowest: UInt8 = 60
    private(set) var velocity: UInt8 = 90
    /// Whether notes sound until their key is pressed again.
    private(set) var holds = false
    private var sounding: [(key: UInt8, until: UInt64)] = []
    private let client = ControlClient(-1)

    /// Length of a note in nanoseconds.
    static let noteTime: UInt64 = 500_000_000
    private static let steps: [UInt8] = [0, 2, 4, 5, 7, 9, 11, 12, 14, 16]
    /// The computer's keys of the two manuals, one for each semitone from C on.
    static let upper = Array("q2w3er5t6y7ui9o0p".utf8)
    static let lower = Array("zsxdcvgbhnjm,l.;/".utf8)

    /// Nil for a box without input ports.
    init?(_ box: BoxConfiguration) {
        guard let port = box.inputKeyboard?.port ?? box.ports.firstIndex(where: { $0.receives }) else { return nil }
        self.port = port
        channel = UInt8(min(15, (box.inputKeyboard?.channels ?? 1).trailingZeroBitCount))
    }

    func nextAt(_ now: UInt64) -> UInt64 {
        if client.isWaiting { return now + 2_000_000 }
        return sounding.reduce(never) { min($0, $1.until) }
    }

    mutating func shift(octaves: Int) {
        let moved = Int(lowest) + 12 * octaves
        if 12...96 ~= moved { lowest = UInt8(moved) }
    }

    /// Makes later notes louder or softer by steps of 10.
    mutating func louden(by steps: Int) {
        let raised = Int(velocity) + 10 * steps
        velocity = UInt8(min(127, max(1, velocity == 1 || velocity == 127 ? (raised + 5) / 10 * 10 : raised)))
    }

    /// Begins to hold notes, or ends this and releases all held notes.
    mutating func toggleHold(at now: UInt64) {
        holds.toggle()
        if holds { return }
        for index in sounding.indices where sounding[index].until == never { sounding[index].until = now }
    }

    /// The note of a digit: 1 is the lowest key, 0 the highest. All are white keys.
    func key(ofDigit digit: UInt8) -> UInt8 { lowest + SimulatedKeyboard.steps[(Int(digit) + 9) % 10] }

    /// The note of a key of the two manuals; nil for other keys.
    func key(of byte: UInt8) -> UInt8? {
        let small = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
        if let step = SimulatedKeyboard.upper.firstIndex(of: small) { return lowest + UInt8(step) }
        return SimulatedKeyboard.lower.firstIndex(of: small).map { lowest - 12 + UInt8($0) }
    }

    mutating func press(_ key: UInt8, at now: UInt64) {
        let until = holds ? never : now + SimulatedKeyboard.noteTime
        if let index = sounding.firstIndex(where: { $0.key == key }) {
            sounding[index].until = sounding[index].until == never ? now : until
            return
        }
        sounding.append((key, until))
        _ = client.inject([Status.noteOn | channel, key, velocity], .play, port: PortIndex(port))
    }

    /// Releases the notes that end by `now` and sends the waiting messages to the loop. Returns whether any were sent.
    mutating func play(to ring: Ring<Injection>, at now: UInt64) -> Bool {
        for note in sounding where note.until <= now {
            _ = client.inject([Status.noteOff | channel, note.key, 64], .play, port: PortIndex(port))
        }
        sounding.removeAll { $0.until <= now }
        var hasGiven = false
        _ = client.handOver(to: ring, &hasGiven)
        return hasGiven
    }
}
