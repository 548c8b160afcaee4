import Loop
import Engine
import CPlatform
import Configuration
import MIDI

extension Runner {
    /// Serves the programs that talk to the box; `ready` has a bit for each descriptor of the server.
    func serveClients(_ ready: UInt32) {
        guard let server else { return }
        let hasGiven = server.serve(ready, greeting: { greeting }, giving: loop.pointee.injections) { line, client in
            if let text = answer(to: line, from: client) { client.reply(text) }
        }
        if hasGiven { treadle_event_signal(loop.pointee.wake) }
        watchIfWanted()
    }

    /// Has the loop show what it does as long as somebody watches.
    func watchIfWanted() {
        let mustWatch =
            simulator != nil || learning != nil || server?.clients.contains { $0.watches != .nothing } ?? false
        if mustWatch == isWatching { return }
        isWatching = mustWatch
        // What the last to watch has not seen any more is old news.
        loop.pointee.watched.pointee.prepare()
        tell(.watch(mustWatch))
    }

    /// What a program must know to speak of ports by number and of notes by name.
    private var greeting: [String] {
        let box = configuration.box
        var lines = ["treadle 1", "box \(box.name)", "notes \(box.noteNames.rawValue) \(box.middleC)"]
        lines.append("chord-window \(box.chordWindow)")
        for port in box.ports {
            let directions = port.receives ? port.sends ? "both" : "in" : "out"
            lines.append("port \(directions) \(port.alias)")
        }
        return lines + ["ready"]
    }

    /// Nil where it comes later.
    private func answer(to line: ArraySlice<UInt8>, from client: ControlClient) -> String? {
        do throws(ScriptWords.Problem) {
            switch try ControlRequest.read(line) {
            case .inject(let way, let port, let bytes, let isHeld):
                if let problem = problem(way, port) ?? client.take(bytes, way, port: UInt8(port), isHeld: isHeld) {
                    return "error \(problem)"
                }
                return "ok"
            case .watch(let inputsOnly):
                client.watches = inputsOnly ? .inputs : .everything
                // Before it is answered: whoever has the answer misses nothing.
                watchIfWanted()
                return "ok"
            case .beginCalibration(let axis): return beginCalibration(of: axis)
            case .endCalibration: return endCalibration(for: client)
            case .recorder(let form): return tellRecording(form, to: client)
            }
        } catch {
            return "error \(error.message)"
        }
    }

    /// Why bytes cannot go that way; nil where they can. Played they may be though the port is not there: whoever
    /// tries a configuration has not all of its instruments at hand.
    private func problem(_ way: Injection.Way, _ port: Int) -> String? {
        guard port < configuration.box.ports.count else { return "there is no port \(port)" }
        let configured = configuration.box.ports[port]
        switch way {
        case .play: return configured.receives ? nil : "'\(configured.alias)' is a port for output only"
        case .send:
            if !configured.sends { return "'\(configured.alias)' is a port for input only" }
            return attached[port]?.output == nil ? "'\(configured.alias)' is not there" : nil
        }
    }
}
