import CPlatform
import Configuration
import Loop
import MIDI
import Network
import Panel
import Plan
import Upkeep

extension Runner {
    /// Sends the state of the box to a client, once the loop has handled all earlier commands.
    func tellStatus(to client: ControlClient) {
        client.delayAnswer()
        link.afterwards { client.replyLate(self.statusLines + ["ok"]) }
    }

    /// The state of the box, a word and its value in each line.
    private var statusLines: [String] {
        let (counters, display) = (link.counters, link.loop.display.read())
        var transport = "stopped"
        switch display.transport {
        case .stopped: break
        case .running: transport = "running"
        case .paused: transport = "paused"
        }
        var lines = ["| box \(configuration.box.name.visible)", "| preset \(presetText)"]
        if let part = partText { lines.append("| part \(part)") }
        let (runs, lists) = (link.running, configuration.setListNames)
        if runs.plan == configuration.plan, lists.indices.contains(Int(runs.setList.list)) {
            lines.append("| setlist \(runs.setList.place + 1) \(lists[Int(runs.setList.list)].visible)")
        }
        lines += [
            "| changed \(display.isModified ? "yes" : "no")", "| tempo \(ActionText.beats(Int(display.tempo)))",
            "| clock \(transport)", "| transpose \(display.transposition)", "| held \(counters.soundingNotes)",
        ]
        for (name, value) in variables { lines.append("| variable \(name.visible) \(value)") }
        let routings = routingsOfRunning
        add("muted", counters.switched.muted, routings, to: &lines)
        add("bypassed", counters.switched.bypassed, routings, to: &lines)
        for (index, report) in ports.said.enumerated() {
            lines.append("| \(isConnected(index) ? "port" : "missing") \(report.visible)")
        }
        for line in networkLines + (bluetooth?.lines(at: treadle_now()) ?? []) { lines.append("| \(line)") }
        let aliases = configuration.box.ports.map { $0.alias }
        for line in inquiries?.lines({ aliases.indices.contains($0) ? aliases[$0] : nil }) ?? [] {
            lines.append("| \(line)")
        }
        lines += addresses.report.lines
        if let wifi { lines.append("| wifi \(wifi.line.text)") }
        if let page = web.status { lines.append("| web \(page)") }
        lines += [
            "| received \(counters.bytesIn)", "| sent \(counters.bytesOut)", "| dropped \(counters.dropped)",
            "| lost \(counters.lost)", "| other-clocks \(counters.otherClocks)",
            "| lost-inquiries \(inquiries?.lost ?? 0)",
        ]
        return lines + UpdateKeys.ofImage.lines.map { "| key \($0)" }
    }

    /// The session of the box and its peers (N12).
    private var networkLines: [String] {
        if let network { return network.lines }
        return ["session \(SessionLine(name: nil, port: nil, problem: networkFailure?.visible).text)"]
    }

    /// Whether a port has a device, its own or as a group of another port's device, or a peer.
    func isConnected(_ port: Int) -> Bool {
        isOpen(port) || !(network?.joined(port).isEmpty ?? true) || bluetooth?.isConnected(port) == true
    }

    /// Reports which peers have joined the network ports, where that has changed (N1).
    func sayNetworkPorts() {
        for (index, port) in configuration.box.ports.enumerated() where port.isNetwork {
            let report = network?.report(index) ?? "the network is off"
            ports.say(index, "\(port.alias): \(report)")
            ports.places[index] = report
            clients.simulator?.show(place: report, ofPort: index)
            let joined = network?.joined(index) ?? []
            clients.name(joined.count == 1 ? joined[0].name.visible : nil, at: port.alias)
        }
    }

    /// How long the box ran, the bytes in and out, and the losses: `0:12:03, 3609 bytes in, …`.
    var endText: String {
        let (counters, seconds) = (link.counters, (treadle_now() - startedAt) / 1_000_000_000)
        func digits(_ value: UInt64) -> String { value % 60 < 10 ? "0\(value % 60)" : "\(value % 60)" }
        let time = "\(seconds / 3600):\(digits(seconds / 60)):\(digits(seconds))"
        let lost = counters.dropped + counters.lost
        let end = lost == 0 ? "nothing lost" : "\(lost) lost; --verbose tells where"
        return "\(time), \(counters.bytesIn) bytes in, \(counters.bytesOut) bytes out, \(end)"
    }

    /// Adds a line for each routing whose bit is set. A routing without a name is shown by its position from 1.
    private func add(_ word: String, _ set: UInt64, _ routings: [String?], to lines: inout [String]) {
        for (index, name) in routings.enumerated() where set & 1 << UInt64(index) != 0 {
            lines.append("| \(word) \(name?.visible ?? "routing \(index + 1)")")
        }
    }
}

extension LoopCounters {
    /// The losses of clients and devices together.
    var lost: UInt64 { lostToClients + lostFromClients + lostFromDevices }
}
