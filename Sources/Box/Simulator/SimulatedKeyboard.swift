import Engine
import Loop
import Configuration
import MIDI
import Panel
import Plan

/// A musical keyboard on the computer's keys. The keyboard plays into the port of `input-keyboard`, else into the first
/// input port, until the player takes the next one: each input port is a keyboard of its own.
///
/// A terminal does not report key releases, so a note has a fixed length. Pressing the key again prolongs it. While
/// notes are held, pressing the key again releases its note.
struct SimulatedKeyboard {
    /// The ports that it can play into, the usual one first.
    let ports: [Int]
    /// The place in `ports` of the port that it plays into.
    private(set) var chosen = 0
    /// The pedal, wheel and bender of each keyboard, in the order of `ports`.
    var controllers: [SimulatedControllers]
    /// The channel of `input-keyboard`, from 0.
    private let usualChannel: UInt8
    /// The MIDI key of the digit 1 and of the letter q: a C.
    private(set) var lowest: UInt8 = 60
    private(set) var velocity: UInt8 = 90
    /// Whether notes sound until their key is pressed again.
    private(set) var holds = false
    private var sounding: [Note] = []
    private var messages = InjectedMessages()

    private struct Note {
        var port: Int
        var key: UInt8
        var until: UInt64
    }

    /// Length of a note in nanoseconds.
    static let noteTime: UInt64 = 500_000_000
    private static let steps: [UInt8] = [0, 2, 4, 5, 7, 9, 11, 12, 14, 16]
    /// The computer's keys of the two manuals, one for each semitone from C on.
    static let upper = Array("q2w3er5t6y7ui9o0p".utf8)
    static let lower = Array("zsxdcvgbhnjm,l.;/".utf8)

    /// Nil for a box without input ports.
    init?(_ box: BoxConfiguration) {
        let inputs = box.ports.indices.filter { box.ports[$0].receives }
        guard let usual = box.inputKeyboard?.port ?? inputs.first else { return nil }
        ports = [usual] + inputs.filter { $0 != usual }
        controllers = Array(repeating: SimulatedControllers(), count: ports.count)
        usualChannel = UInt8(min(15, (box.inputKeyboard?.channels ?? 1).trailingZeroBitCount))
    }

    /// The port that it plays into.
    var port: Int { ports[chosen] }

    /// The channel that it sends on, from 0.
    func channel(of port: Int) -> UInt8 { port == ports[0] ? usualChannel : 0 }

    /// Plays into the next port. What sounds at the last one goes on there.
    mutating func chooseNext() { chosen = (chosen + 1) % ports.count }

    /// Gives a message of the keyboard at a port to the loop.
    mutating func play(_ bytes: [UInt8], _ port: Int) { _ = messages.inject(bytes, .play, port: PortIndex(port)) }

    func nextAt(_ now: UInt64) -> UInt64 {
        if messages.isWaiting { return now + 2_000_000 }
        let noteEnds = sounding.reduce(never) { min($0, $1.until) }
        return controllers.reduce(noteEnds) { min($0, $1.springsBackAt) }
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
        if let index = sounding.firstIndex(where: { $0.key == key && $0.port == port }) {
            sounding[index].until = sounding[index].until == never ? now : until
            return
        }
        sounding.append(Note(port: port, key: key, until: until))
        play([Status.noteOn | channel(of: port), key, velocity], port)
    }

    /// Releases the notes that end by `now` and sends the waiting messages to the loop. Returns whether any were sent.
    mutating func play(to ring: Ring<Injection>, at now: UInt64) -> Bool {
        for note in sounding where note.until <= now {
            play([Status.noteOff | channel(of: note.port), note.key, 64], note.port)
        }
        sounding.removeAll { $0.until <= now }
        springBack(at: now)
        var hasGiven = false
        _ = messages.handOver(to: ring, &hasGiven)
        return hasGiven
    }
}
