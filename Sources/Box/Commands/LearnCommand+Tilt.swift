import CPlatform
import Configuration

extension LearnCommand {
    /// The range of an axis (0 x, 1 y, 2 z), from a running box: between its answer and Return. Nil when nothing was
    /// learnt, which is said.
    static func calibrate(_ axis: Int, _ socket: String, _ learner: Learner) -> String? {
        guard let box = BoxConnection(socket) else { return nil }
        _ = box.write("tilt \(["x", "y", "z"][axis])")
        guard answer(of: box) != nil else { return nil }
        let signals = treadle_signal_descriptor()
        LearnPrompt(learner).ask()
        while true {
            var ready: UInt32 = 0
            _ = treadle_poll([signals, 0, box.descriptor], 3, 0, -1, &ready)
            if isStopped(signals, ready) { return nil }
            // It says nothing unasked: it has ended.
            if ready & 4 != 0 { return answer(of: box) }
            if ready & 2 == 0 { continue }
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(0, &bytes, bytes.count)
            if count <= 0 {
                Console.error("treadle: there is nobody to press Return; nothing was learnt\n")
                return nil
            }
            if bytes[..<count].contains(UInt8(ascii: "\n")) { break }
        }
        _ = box.write("tilt end")
        return answer(of: box)
    }

    /// What stands behind `ok`; nil for anything else, which is said.
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

    private static func isStopped(_ signals: Int32, _ ready: UInt32) -> Bool {
        if ready & 1 == 0 || treadle_signal_next(signals) == 0 { return false }
        Console.error("treadle: nothing was learnt\n")
        return true
    }
}
