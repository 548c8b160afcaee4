import Engine
import Loop
import CPlatform
import MIDI
import Panel
import SMF

/// A Standard MIDI File that plays into the box, each event at its own time. At its end what it holds is released.
struct PlayedSong {
    private let file: MIDIFile
    private let events: [MIDIFile.Timed]
    /// Nanoseconds.
    let length: UInt64
    private let port: UInt8
    private let startedAt: UInt64
    private var next = 0
    private var isStopped = false
    private let hands = ControlClient(-1)

    init(_ file: MIDIFile, to port: Int, at now: UInt64) {
        self.file = file
        (events, length) = file.timeline
        self.port = UInt8(port)
        startedAt = now
    }

    /// Everything is played and released.
    var isDone: Bool { hands.isDone }

    func elapsed(at now: UInt64) -> UInt64 { min(now - startedAt, length) }

    /// When it goes on; soon where the box had no room.
    func nextAt(_ now: UInt64) -> UInt64 {
        if hands.isWaiting || isStopped { return now + 2_000_000 }
        return startedAt + (next < events.count ? min(events[next].at, length) : length)
    }

    mutating func stop() { isStopped = true }

    /// Gives the loop what is due; whether there was any.
    mutating func play(to ring: Ring<Injection>, at now: UInt64) -> Bool {
        let elapsed = now - startedAt
        while !isStopped && !hands.isWaiting && next < events.count && events[next].at <= elapsed {
            _ = hands.take(file.wire(events[next].event), .play, port: port)
            next += 1
        }
        var hasGiven = false
        _ = hands.handOver(to: ring, &hasGiven)
        if isStopped || next == events.count && elapsed >= length {
            hands.end()
            _ = hands.handOver(to: ring, &hasGiven)
        }
        return hasGiven
    }
}

/// The song of a configuration: `song.mid` in its folder.
enum Song {
    static let name = "song.mid"

    /// Why it cannot be played, in words.
    struct Problem: Error {
        var message: String
    }

    static func read(besides path: String) throws(Problem) -> MIDIFile {
        let place = StateFolder.folder(of: path) + "/" + name
        guard let bytes = Console.readFile(place) else {
            throw Problem(message: "\(place): \(String(cString: treadle_error_message(treadle_errno())))")
        }
        do throws(MIDIFile.Problem) {
            return try MIDIFile(bytes)
        } catch {
            throw Problem(message: "\(place): byte \(error.offset): \(error.message)")
        }
    }
}
