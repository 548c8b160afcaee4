import Engine
import Host
import Loop
import CPlatform
import MIDI
import Panel
import Plan
import SMF

/// Plays a Standard MIDI File or a MIDI Clip File into the box, each event at its time. Held notes are released at the
/// end.
struct PlayedSong {
    private let events: [PlayedFile.Event]
    /// Length of the song in nanoseconds.
    let length: UInt64
    private let port: PortIndex
    private let startedAt: UInt64
    private var next = 0
    private var isStopped = false
    private var isReleased = false
    private var messages = InjectedMessages()

    init(_ file: PlayedFile, to port: Int, at now: UInt64) {
        (events, length) = file.timeline
        self.port = PortIndex(port)
        startedAt = now
    }

    /// Whether everything was played and released.
    var isDone: Bool { isReleased && !messages.isWaiting }

    func elapsed(at now: UInt64) -> UInt64 { min(now - startedAt, length) }

    /// When to call `play` next, in ns: 2 ms from now if the loop's ring was full.
    func nextAt(_ now: UInt64) -> UInt64 {
        if messages.isWaiting || isStopped { return now + 2_000_000 }
        return startedAt + (next < events.count ? min(events[next].at, length) : length)
    }

    mutating func stop() { isStopped = true }

    /// Sends due events to the loop. Returns whether any were sent.
    mutating func play(to ring: Ring<Injection>, at now: UInt64) -> Bool {
        let elapsed = now - startedAt
        while !isStopped && !messages.isWaiting && next < events.count && events[next].at <= elapsed {
            let event = events[next]
            if !event.bytes.isEmpty { _ = messages.inject(event.bytes, .play, port: port) }
            messages.inject(event.umps, .play, port: port)
            next += 1
        }
        var hasGiven = false
        _ = messages.handOver(to: ring, &hasGiven)
        let isOver = isStopped || next == events.count && elapsed >= length
        if isOver && !isReleased && !messages.isWaiting {
            isReleased = true
            messages.release()
            _ = messages.handOver(to: ring, &hasGiven)
        }
        return hasGiven
    }
}

/// The song of a configuration: `song.mid` in its folder, or else `song.midi2`.
enum Song {
    static let name = "song.mid"
    static let clipName = "song.midi2"

    /// The reason why the song cannot be played.
    struct Problem: Error {
        var message: String
    }

    static func read(besides path: String) throws(Problem) -> (file: PlayedFile, place: String) {
        let folder = StateFolder.folder(of: path) + "/"
        let hasOnlyClip = access(folder + name, F_OK) != 0 && access(folder + clipName, F_OK) == 0
        let place = folder + (hasOnlyClip ? clipName : name)
        guard let bytes = Console.readFile(place) else {
            throw Problem(message: "\(place): \(String(cString: treadle_error_message(treadle_errno())))")
        }
        do throws(MIDIFile.Problem) {
            return (try PlayedFile(bytes), place)
        } catch {
            throw Problem(message: "\(place): byte \(error.offset): \(error.message)")
        }
    }
}
