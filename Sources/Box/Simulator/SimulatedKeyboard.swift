import Engine
import Loop
import Configuration
import MIDI
import Panel

/// A musical keyboard on the ten digits. It plays into the port of `input-keyboard`, else into the first input port.
///
/// A terminal does not report key releases, so a note has a fixed length. Pressing the key again prolongs it.
struct SimulatedKeyboard {
    let port: Int
    private let channel: UInt8
    /// The key of the digit 1.
    private(set) var lowest: UInt8 = 60
    private var sounding: [(key: UInt8, until: UInt64)] = []
    private let client = ControlClient(-1)

    /// Length of a note in nanoseconds.
    static let noteTime: UInt64 = 500_000_000
    private static let steps: [UInt8] = [0, 2, 4, 5, 7, 9, 11, 12, 14, 16]
    private static let velocity: UInt8 = 90

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
        if 0...108 ~= moved { lowest = UInt8(moved) }
    }

    /// Plays the key of a digit: 1 is the lowest key, 0 the highest.
    mutating func press(_ digit: UInt8, at now: UInt64) {
        let key = lowest + SimulatedKeyboard.steps[(Int(digit) + 9) % 10]
        let until = now + SimulatedKeyboard.noteTime
        if let index = sounding.firstIndex(where: { $0.key == key }) {
            sounding[index].until = until
            return
        }
        sounding.append((key, until))
        _ = client.take([Status.noteOn | channel, key, SimulatedKeyboard.velocity], .play, port: UInt8(port))
    }

    /// Releases the notes that end until `now` and gives the loop the waiting messages. Returns whether there were any.
    mutating func play(to ring: Ring<Injection>, at now: UInt64) -> Bool {
        for note in sounding where note.until <= now {
            _ = client.take([Status.noteOff | channel, note.key, 64], .play, port: UInt8(port))
        }
        sounding.removeAll { $0.until <= now }
        var hasGiven = false
        _ = client.handOver(to: ring, &hasGiven)
        return hasGiven
    }
}
