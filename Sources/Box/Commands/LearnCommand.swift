import CPlatform
import Configuration
import Host
import MIDI

/// `treadle learn BOX.yaml PATH [--socket PATH]`: writes the value that is played next into the configuration.
enum LearnCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let socket = arguments.option("--socket")
        guard let path = arguments.next(), let name = arguments.next() else {
            throw Arguments.Problem(
                message: "learn needs a BOX.yaml and a PATH, such as presets.Verse.routings.1.restrict.notes")
        }
        try arguments.finish()
        if path == "-" { throw Arguments.Problem(message: "learn writes into the file, so it needs a box file") }
        // A bad configuration is refused first: afterwards, its errors could not be told from errors of the new value.
        guard let configuration = ReportedConfiguration.load(path) else { return .badInput }
        let place: LearnPlace
        do throws(LearnPlace.Problem) {
            place = try LearnPlace(path: path, place: name)
        } catch {
            throw Arguments.Problem(message: error.message)
        }
        let value: String?
        if case .tilt(let axis) = place.kind {
            let name = ["x", "y", "z"][axis]
            value = calibrate("tilt", name, ControlPath.find(socket, besides: path), Learner(place.kind, middleC: 4))
        } else if case .pedal(let index) = place.kind {
            let number = "\(index + 1)"
            value = calibrate("pedal", number, ControlPath.find(socket, besides: path), Learner(place.kind, middleC: 4))
        } else {
            // Only a running box reads the tilt.
            let isTilt = if case .tiltSweep = place.kind { true } else { false }
            if let box = BoxConnection(ControlPath.find(socket, besides: path), isOnlyAsked: !isTilt) {
                value = listen(to: box, place)
            } else {
                value = isTilt ? nil : listen(to: OpenInputs(configuration.box), place)
            }
        }
        guard let value else { return .unusable }
        let end = write(value, to: place, name, within: StateFolder.folder(of: path))
        if end == .done { reload(path, ControlPath.find(socket, besides: path)) }
        return end
    }

    /// Makes the running box reload its configuration, if that is the one that was written.
    private static func reload(_ path: String, _ socket: String) {
        guard let box = BoxConnection(socket, isOnlyAsked: true),
            box.file == StateFolder.boxFile(of: path).visible,
            let problem = DriveCommand.ask(box, "reload", { _ in })
        else { return }
        if problem.isEmpty {
            Console.out("the running box has reloaded it\n")
        } else {
            Console.error("treadle: the running box has not reloaded it: \(problem)\n")
        }
    }

    /// Listens to a running box. Returns nil, after a message, if nothing was learnt.
    private static func listen(to box: BoxConnection, _ place: LearnPlace) -> String? {
        var prompt = LearnPrompt(Learner(place.kind, middleC: place.middleC, language: place.language))
        // A parser for each port, since a SysEx arrives in pieces.
        var parsers = box.ports.map { _ in StreamParser() }
        _ = box.write("watch in")
        while !prompt.isDone {
            var waited = prompt.waited
            waited.add(.box, box.descriptor)
            let ready = waited.wait(prompt.timeout)
            let hasLines = ready.contains(.box)
            if hasLines && !box.receive() {
                Console.error("treadle: the box has ended\n")
                return nil
            }
            while let text = box.nextLine() {
                if text == "ok" { prompt.ask() }
                guard let line = MonitorLine(text) else { continue }
                hear(line, &prompt, box.ports.firstIndex { $0.alias == line.alias }, &parsers)
            }
            prompt.serve(ready, isQuiet: !hasLines)
        }
        return prompt.value
    }

    /// Listens to the input ports themselves because no box runs.
    private static func listen(to inputs: OpenInputs, _ place: LearnPlace) -> String? {
        if inputs.isEmpty {
            Console.error("treadle: no box runs, and no input port can be opened\n")
            return nil
        }
        var prompt = LearnPrompt(Learner(place.kind, middleC: place.middleC, language: place.language))
        prompt.ask()
        while !prompt.isDone {
            var waited = prompt.waited
            inputs.add(to: &waited)
            let ready = waited.wait(prompt.timeout)
            let now = treadle_now()
            let isQuiet = !inputs.read(ready) { prompt.hear($0, from: $1, at: now) }
            prompt.serve(ready, isQuiet: isQuiet)
        }
        return prompt.value
    }

    private static func hear(
        _ line: MonitorLine, _ prompt: inout LearnPrompt, _ port: Int?, _ parsers: inout [StreamParser]
    ) {
        switch line.content {
        case .words(let text):
            // `switch A long = 127` is a press, 0 a release. Only presses count.
            let words = text.split(separator: "=")
            guard words.count == 2, let value = Int(String(words[1].dropFirst())) else { return }
            let isContact = words[0].utf8.starts(with: "switch".utf8)
            if isContact && value == 0 { return }
            prompt.hear(own: String(words[0].dropLast()), value: value, at: line.time)
        case .bytes(let bytes):
            guard let port else { return }
            for byte in bytes { parsers[port].feed(byte) { prompt.hear($0, from: port, at: line.time) } }
        case .ump(let ump):
            if let port { prompt.hear(ump, from: port, at: line.time) }
        case .action: break
        }
    }

    /// E4: saves the old version of the file, then replaces the file. Refuses a value with which the configuration has
    /// errors.
    private static func write(
        _ value: String, to place: LearnPlace, _ name: String, within folder: String
    ) -> ExitStatus {
        if case .failure(let diagnostics) = place.check(value) {
            Console.report(diagnostics)
            Console.error("treadle: \(value) cannot stand there; \(place.file) stays as it is\n")
            return .badInput
        }
        var files = SafeFiles(SystemCalls())
        do throws(SafeFiles<SystemCalls>.Problem) {
            try files.replace(place.file, place.bytes, by: place.text(with: value), within: folder)
        } catch {
            Console.error("treadle: \(place.file): \(error.message); it stays as it is\n")
            return .unusable
        }
        let was = place.old.map { $0.isEmpty ? "" : ", was \($0)" } ?? ""
        Console.out("\(place.file): \(name) is \(value)\(was); the version before is in \(place.file).before\n")
        return .done
    }
}
