import Host
import Loop
import CPlatform
import Configuration
import Engine
import MIDI
import Plan

extension Runner {
    /// Serves the connected clients.
    func serveClients(_ ready: [ControlWake]) {
        guard let server = clients.server else { return }
        let injections = link.loop.injections
        let hasGiven = server.serve(ready, greeting: { greeting }, giving: injections) { line, client in
            if let text = answer(to: line, from: client) { client.reply(text) }
        }
        if hasGiven { link.wake() }
        // Clients that have ended hold nothing any more.
        clients.tellSwitches()
        watchIfWanted()
    }

    func watchIfWanted() { clients.watchIfWanted(isLearning: running.learning.isLearning) }

    /// The first lines for a client, with the ports in the order of their numbers and the names of notes.
    var greeting: [String] {
        let box = configuration.box
        var lines = ["treadle 1", "box \(box.name)", "notes \(box.noteNames.rawValue) \(box.middleC)"]
        lines.append("chord-window \(box.chordWindow)")
        lines.append("files \(StateFolder.boxFile(of: running.path).visible)")
        for port in box.ports {
            let directions = port.receives ? port.sends ? "both" : "in" : "out"
            lines.append("port \(directions) \(port.alias)")
        }
        return lines + ["ready"]
    }

    /// Answers a line of a client; nil if the answer follows later.
    private func answer(to line: ArraySlice<UInt8>, from client: ControlClient) -> String? {
        if client.isPage, let request = PageRequest(line) { return answer(request, to: client) }
        do throws(ScriptWords.Problem) {
            switch try ControlRequest.read(line) {
            case .inject(let way, let port, let bytes, let isHeld):
                if let problem = problem(way, port)
                    ?? client.messages.inject(bytes, way, port: PortIndex(port), isHeld: isHeld)
                {
                    return "error \(problem)"
                }
                return "ok"
            case .injectUMPs(let way, let port, let umps, let isHeld):
                if let problem = problem(way, port) { return "error \(problem)" }
                client.messages.inject(umps, way, port: PortIndex(port), isHeld: isHeld)
                return "ok"
            case .watch(let watches, let asNumbers):
                (client.watches, client.watchesNumbers) = (watches, asNumbers)
                // Before the answer: a client that has received the answer misses no message.
                watchIfWanted()
                if client.isToldPeers { clients.tellPeers(to: client) }
                return "ok"
            case .draft(let request): return answer(request, to: client)
            case .preset(let request, let by): return answer(request, by: Runner.shown(by), to: client)
            case .press(let name, let isDown): return press(name, isDown, for: client)
            case .beginCalibration(let axis): return clients.beginCalibration(of: axis, configuration.box)
            case .endCalibration: return clients.endCalibration(for: client)
            case .beginPedalCalibration(let number):
                return clients.beginCalibration(ofPedal: number, configuration.box)
            case .endPedalCalibration: return clients.endPedalCalibration(for: client)
            case .recorder(let form): return recorder.answer(form, configuration, to: client)
            case .upkeep(let request): return begin(request, for: client)
            case .perform(let line): perform(try action(in: line), for: client)
            case .tap(let time): perform(Runner.tap(made: time, at: treadle_now()), for: client)
            case .bluetooth(let request): return answer(request, to: client)
            case .web(let words): return askPage(words, for: client)
            case .reload: reload(for: client)
            case .status: tellStatus(to: client)
            case .timing: return tellTiming(to: client)
            case .followState(let follows): return followState(follows, client)
            case .names(let names):
                for name in self.names(names) { client.reply("| \(name)") }
                return "ok"
            }
            return nil
        } catch {
            return "error \(error.message)"
        }
    }

    /// The reason why bytes cannot be injected; nil if they can. Bytes can be played into a missing port: a user who
    /// tries a configuration may not have all instruments.
    private func problem(_ way: Injection.Way, _ port: Int) -> String? {
        guard port < configuration.box.ports.count else { return "there is no port \(port)" }
        let configured = configuration.box.ports[port]
        switch way {
        case .play: return configured.receives ? nil : "'\(configured.alias)' is a port for output only"
        case .send:
            if !configured.sends { return "'\(configured.alias)' is a port for input only" }
            let isJoined = network?.isConnected(port) == true || bluetooth?.isConnected(port) == true
            let isThere = ports.isSending(port) || isJoined
            return isThere ? nil : "'\(configured.alias)' is missing"
        }
    }

    /// Presses a footswitch for a client, or releases it (F1).
    private func press(_ name: String, _ isDown: Bool, for client: ControlClient) -> String {
        let names = names(.footswitches)
        guard let index = names.firstIndex(of: name) else {
            return "error no footswitch is called '\(name)'" + offer(name, among: names)
        }
        client.press(footswitch: index, isDown: isDown)
        clients.tellSwitches()
        return "ok"
    }
}
