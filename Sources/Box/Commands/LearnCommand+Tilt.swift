import CPlatform
import Configuration
import Host

extension LearnCommand {
    /// The events that end a wait.
    private enum Wake {
        case signal, input, box
    }

    /// Learns the range of an axis or a pedal from a running box. The range covers the movement between the box's
    /// answer and the Return key. Returns nil, after a message, if nothing was learnt.
    ///
    /// - Parameters:
    ///   - sensor: the word of the request, `tilt` or `pedal`.
    ///   - name: the axis, or the number of the pedal.
    static func calibrate(_ sensor: String, _ name: String, _ socket: String, _ learner: Learner) -> String? {
        guard let box = BoxConnection(socket) else { return nil }
        _ = box.write("\(sensor) \(name)")
        guard answer(of: box) != nil else { return nil }
        let signals = treadle_signal_descriptor()
        var waited = PollSet<Wake>()
        waited.add(.signal, signals)
        waited.add(.input, 0)
        waited.add(.box, box.descriptor)
        LearnPrompt(learner).ask()
        while true {
            let ready = waited.wait()
            if ready.contains(.signal) && isStopped(signals) { return nil }
            // The box sends nothing without a request, so it has ended.
            if ready.contains(.box) { return answer(of: box) }
            if !ready.contains(.input) { continue }
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(0, &bytes, bytes.count)
            if count <= 0 {
                Console.error("treadle: standard input ended before Return; nothing was learnt\n")
                return nil
            }
            if bytes[..<count].contains(UInt8(ascii: "\n")) { break }
        }
        _ = box.write("\(sensor) end")
        return answer(of: box)
    }

    /// Reads an answer and returns the text after `ok`. Prints any other answer and returns nil.
    private static func answer(of box: BoxConnection) -> String? {
        guard let line = box.readLine() else {
            Console.error("treadle: the box has ended\n")
            return nil
        }
        let (word, rest) = BoxConnection.split(line)
        if word == "ok" { return rest }
        Console.error("treadle: \(rest)\n")
        return nil
    }

    private static func isStopped(_ signals: Int32) -> Bool {
        if treadle_signal_next(signals) == 0 { return false }
        Console.error("treadle: nothing was learnt\n")
        return true
    }
}
