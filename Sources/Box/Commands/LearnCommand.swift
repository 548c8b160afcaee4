import CPlatform
import Configuration
import MIDI

/// `treadle learn BOX.yaml PATH [--socket PATH]`: writes what is played next at a place of the configuration.
enum LearnCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        let socket = try arguments.option("--socket")
        guard let path = try arguments.next(), let name = try arguments.next() else {
            throw Arguments.Problem(
                message: "learn needs a BOX.yaml and a PATH, such as presets.Verse.routings.1.restrict.notes")
        }
        try arguments.finish()
        // Everything that is wrong already is said first: what does not work cannot be told from what would not.
        guard let configuration = CheckCommand.load(path) else { return .badInput }
        let place: LearnPlace
        do throws(LearnPlace.Problem) {
            place = try LearnPlace(path: path, place: name)
        } catch {
            throw Arguments.Problem(message: error.message)
        }
        let value: String?
        if case .tilt(let axis) = place.kind {
            value = calibrate(axis, ControlPath.find(socket, besides: path), Learner(place.kind, middleC: 4))
        } else if let box = BoxConnection(ControlPath.find(socket, besides: path), isOnlyAsked: true) {
            value = listen(to: box, place)
        } else {
            value = listen(to: OpenInputs(configuration.box), place)
        }
        guard let value else { return .unusable }
        return write(value, to: place, name)
    }

    /// Hears a running box; nil when nothing that fits came, which is said.
    private static func listen(to box: BoxConnection, _ place: LearnPlace) -> String? {
        var learner = Learner(place.kind, middleC: place.middleC)
        var parser = StreamParser()
        let signals = treadle_signal_descriptor()
        _ = box.write("watch in")
        while true {
            var ready: UInt32 = 0
            _ = treadle_poll([signals, box.descriptor], 2, 0, -1, &ready)
            if isStopped(signals, ready) { return nil }
            if ready & 2 != 0 && !box.receive() {
                Console.error("treadle: the box has ended\n")
                return nil
            }
            while let text = box.nextLine() {
                if text == "ok" { ask(learner) }
                guard let line = MonitorLine(text) else { continue }
                if let value = told(hear(line, &learner, &parser)) { return value }
            }
        }
    }

    /// Hears the input ports themselves, where no box runs.
    private static func listen(to inputs: OpenInputs, _ place: LearnPlace) -> String? {
        if inputs.isEmpty {
            Console.error("treadle: no box runs, and there is no input port to hear\n")
            return nil
        }
        var learner = Learner(place.kind, middleC: place.middleC)
        let signals = treadle_signal_descriptor()
        ask(learner)
        while true {
            let descriptors = [signals] + inputs.descriptors
            var ready: UInt32 = 0
            _ = treadle_poll(descriptors, Int32(descriptors.count), 0, -1, &ready)
            if isStopped(signals, ready) { return nil }
            var value: String?
            inputs.read(ready >> 1) { message in
                if value == nil { value = told(learner.hear(message)) }
            }
            if let value { return value }
        }
    }

    static func ask(_ learner: Learner) {
        Console.out("\(learner.request) … (Ctrl-C leaves everything as it is)\n")
    }

    static func isStopped(_ signals: Int32, _ ready: UInt32) -> Bool {
        if ready & 1 == 0 || treadle_signal_next(signals) == 0 { return false }
        Console.error("treadle: nothing was learnt\n")
        return true
    }

    /// What was learnt, if it is all; the first half is shown.
    private static func told(_ outcome: Learner.Outcome) -> String? {
        switch outcome {
        case .ignored: return nil
        case .half(let value):
            Console.out("\(value) …\n")
            return nil
        case .learnt(let value): return value
        }
    }

    private static func hear(
        _ line: MonitorLine, _ learner: inout Learner, _ parser: inout StreamParser
    ) -> Learner.Outcome {
        switch line.content {
        case .words(let text):
            // `switch A long = 127`: pressed, not released.
            let words = text.split(separator: "=")
            guard words.count == 2, words[1] != " 0" else { return .ignored }
            return learner.hear(own: String(words[0].dropLast()))
        case .bytes(let bytes):
            var outcome = Learner.Outcome.ignored
            for byte in bytes { parser.feed(byte) { outcome = learner.hear($0) } }
            return outcome
        }
    }

    /// E4: first the version that was, aside, then the new one in its place; and only what is good.
    private static func write(_ value: String, to place: LearnPlace, _ name: String) -> TreadleCommand.Exit {
        if case .failure(let diagnostics) = place.check(value) {
            Console.error(diagnostics.text)
            Console.error("treadle: \(value) cannot stand there; \(place.file) stays as it is\n")
            return .badInput
        }
        var files = SafeFiles(SystemCalls())
        do throws(SafeFiles<SystemCalls>.Problem) {
            try files.replace(place.file, place.bytes, by: place.text(with: value))
        } catch {
            Console.error("treadle: \(place.file): \(error.message); it stays as it is\n")
            return .unusable
        }
        let was = place.old.map { $0.isEmpty ? "" : ", was \($0)" } ?? ""
        Console.out("\(place.file): \(name) is \(value)\(was); what was before is in \(place.file).before\n")
        return .done
    }
}
