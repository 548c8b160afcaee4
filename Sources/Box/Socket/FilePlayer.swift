import CPlatform
import Host
import MIDI
import SMF

/// Plays a Standard MIDI File or a MIDI Clip File into a port of the running box, each event at its time.
struct FilePlayer {
    private let box: BoxConnection
    private let port: Int
    private let file: PlayedFile
    private let signals: Int32
    private let timer: Int32
    private var waited = PollSet<Wake>()
    /// Number of lines that the box has not answered yet.
    private var unanswered = 0
    private let showsProgress = isatty(2) == 1

    /// The events that end a wait.
    private enum Wake {
        case box, signal, timer
    }

    /// How the playing ended. In any case, the box releases held notes.
    enum End: Equatable {
        case played
        /// A signal stopped the playing.
        case stopped
        /// The box has ended or refused a message.
        case failed(String)
    }

    init(_ file: PlayedFile, to box: BoxConnection, port: Int) {
        self.file = file
        self.box = box
        self.port = port
        signals = treadle_signal_descriptor()
        timer = treadle_timer_create()
        waited.add(.box, box.descriptor)
        waited.add(.signal, signals)
        waited.add(.timer, timer)
    }

    mutating func play() -> End {
        let (events, length) = file.timeline
        let start = treadle_now()
        var next = 0
        var end: End?
        while end == nil {
            let elapsed = treadle_now() - start
            // A file has bytes or UMPs, not both.
            var (bytes, umps): ([UInt8], [Message]) = ([], [])
            while next < events.count && events[next].at <= elapsed {
                bytes += events[next].bytes
                umps += events[next].umps
                next += 1
            }
            guard let ofBytes = box.give(.play, port, bytes[...]), let ofUMPs = box.give(.play, port, umps) else {
                return finish(.failed("the box has ended"), length)
            }
            unanswered += ofBytes + ofUMPs
            show(elapsed, of: length)
            if next == events.count && elapsed >= length && unanswered == 0 { return finish(.played, length) }
            end = wait(until: start + min(next < events.count ? events[next].at : length, FilePlayer.longest), elapsed)
        }
        return finish(end!, length)
    }

    /// A time in ns that is longer than any file. Times are limited to it, so that adding them does not overflow.
    private static let longest: UInt64 = 1 << 62
    private static let progressTime: UInt64 = 250_000_000

    /// Waits until the next event is due and reads answers meanwhile. Returns how the playing ended, if it did.
    private mutating func wait(until due: UInt64, _ elapsed: UInt64) -> End? {
        let now = treadle_now()
        if due <= now && unanswered == 0 { return nil }
        _ = treadle_timer_set(timer, showsProgress ? min(due, now + FilePlayer.progressTime) : due)
        let ready = waited.wait()
        treadle_event_clear(timer)
        if ready.contains(.signal) && treadle_signal_next(signals) != 0 { return .stopped }
        if ready.contains(.box) && !box.receive() { return .failed("the box has ended") }
        while let answer = box.nextLine() {
            unanswered -= 1
            if answer != "ok" { return .failed(BoxConnection.split(answer).rest) }
        }
        return nil
    }

    private func finish(_ end: End, _ length: UInt64) -> End {
        if showsProgress { Console.progress("", toError: true) }
        return end
    }

    private func show(_ elapsed: UInt64, of length: UInt64) {
        if !showsProgress { return }
        Console.progress(
            "\(FilePlayer.minutes(min(elapsed, length))) of \(FilePlayer.minutes(length))", toError: true)
    }

    /// Formats a time in minutes and seconds, such as `3:07`.
    static func minutes(_ nanoseconds: UInt64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
}
