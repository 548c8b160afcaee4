import Synchronization
import Routing
import CPlatform
import Configuration
import Engine
import Loop
import Panel

/// The clients of the socket, and the simulator's screen. They show what the loop does.
final class Clients {
    /// The socket that clients connect to; nil if it could not be opened.
    let server: ControlServer?
    /// The terminal of a simulated box; nil for a real box.
    let simulator: Simulator?
    private let link: LoopLink
    /// Whether the loop was told to publish trace records.
    private var isWatching = false
    /// Whether records have come of late. As long as they do, the loop wakes nobody for them, which would cost it a
    /// system call a turn.
    private var looksAgain = false
    /// Count of missed messages at the last report.
    private var missed: UInt32 = 0
    /// The session name of the only peer at each network port, by alias.
    private var peers: [String: String] = [:]
    /// The footswitches that the loop was told to hold for clients, one bit each.
    private var toldSwitches: UInt16 = 0
    /// The client that learns a tilt range, until the client is answered.
    private var calibrating: ControlClient?
    /// The client that learns the range of a pedal, until the client is answered.
    private var calibratingPedal: ControlClient?

    init(_ server: ControlServer?, _ simulator: Simulator?, _ link: LoopLink) {
        (self.server, self.simulator, self.link) = (server, simulator, link)
    }

    /// Milliseconds until a client must be served without input.
    var waitingTime: Int32 { min(server?.waitingTime ?? Int32.max, looksAgain ? BoxLimits.watchPause : Int32.max) }
}

// MARK: - Watching

extension Clients {
    /// Tells the loop to publish trace records while a client, the simulator or the menu's learning needs them.
    ///
    /// - Parameter isLearning: whether the menu is learning a value.
    func watchIfWanted(isLearning: Bool) {
        let mustWatch =
            simulator != nil || isLearning || server?.clients.contains { $0.watches != .nothing } ?? false
        if mustWatch == isWatching { return }
        (isWatching, looksAgain) = (mustWatch, false)
        // Drops records that the last watcher has not read.
        link.loop.watched.prepare()
        link.tell(.watch(mustWatch))
    }

    /// Passes the loop's trace records to the watching clients, and received messages to the menu's learning.
    func show(_ running: RunningConfiguration) {
        guard isWatching else { return }
        let startedAt = treadle_now()
        let clients = server?.clients ?? []
        let lines = TraceLines(running.current)
        var hasShown = false
        while let seen = link.loop.watched.next() {
            hasShown = true
            guard let record = seen.record else { continue }
            simulator?.hear(record)
            guard let line = lines.line(record) else { continue }
            let isInput = record.event == .received
            if isInput { running.hear(record) }
            simulator?.hear(line)
            var numbers: String?
            for client in clients where client.watches == .everything || client.watches == .inputs && isInput {
                if client.watchesNumbers && numbers == nil { numbers = lines.numbers(record) }
                client.show(client.watchesNumbers ? numbers ?? line : line)
            }
        }
        let now = link.loop.watched.missed.pointee.load(ordering: .relaxed)
        if now != missed {
            simulator?.miss(Int(now &- missed))
            for client in clients where client.watches != .nothing { client.miss(Int(now &- missed)) }
            missed = now
        }
        for client in clients { client.flush() }
        running.advanceLearning(to: startedAt)
        looksAgain = hasShown || !link.loop.watched.awaitNext()
    }
}

// MARK: - Footswitches

extension Clients {
    /// Tells the loop which footswitches clients hold now (F1). One that several hold is released by the last of them.
    func tellSwitches() {
        var held: UInt16 = 0
        for client in server?.clients ?? [] { held |= client.heldSwitches }
        var changed = held ^ toldSwitches
        toldSwitches = held
        while changed != 0 {
            let index = changed.trailingZeroBitCount
            link.tell(.hold(UInt8(index), held & 1 << UInt16(index) != 0))
            changed &= changed - 1
        }
    }
}

// MARK: - Peers

// N12: the monitor names the peer at a network port. Such a line appears among the lines of messages:
//
//     peer "lobby" "Stage iPhone"
extension Clients {
    /// Tells the watching clients which peer is at a port.
    ///
    /// - Parameter name: the peer's session name; nil: no peer, or several.
    func name(_ name: String?, at alias: String) {
        if peers[alias] == name { return }
        peers[alias] = name
        simulator?.monitor.words.peers[alias] = name
        for client in server?.clients ?? [] where client.isToldPeers {
            client.show(peerLine(alias))
            client.flush()
        }
    }

    /// Sends the names of all peers to a client that begins to watch.
    func tellPeers(to client: ControlClient) {
        for alias in peers.keys.sorted() { client.show(peerLine(alias)) }
    }

    private func peerLine(_ alias: String) -> String {
        "peer \(TraceLines.quoted(alias)) \(TraceLines.quoted(peers[alias] ?? ""))"
    }
}

// MARK: - Learning a tilt range for a client

extension Clients {
    func beginCalibration(of axis: Int, _ box: BoxConfiguration) -> String {
        if box.motion == nil { return "error the box has no tilt: its file has no `motion`" }
        link.tell(.beginCalibration(axis: UInt8(axis)))
        return "ok"
    }

    /// Ends a calibration. Returns nil if the answer follows when the loop has reported.
    func endCalibration(for client: ControlClient) -> String? {
        if calibrating != nil { return "error another program learns the tilt" }
        calibrating = client
        client.delayAnswer()
        link.tell(.endCalibration)
        return nil
    }

    func tellCalibration(_ outcome: TiltCalibration.Outcome) {
        let client = calibrating
        calibrating = nil
        switch outcome {
        case .learnt(_, let range): client?.replyLate(["ok \(range.text)"])
        case .tooSmall:
            client?.replyLate(["error the tilt covered less than \(PanelLimits.leastTilt) degrees; nothing was learnt"])
        case .noSensor: client?.replyLate(["error the sensor sent no angle; nothing was learnt"])
        }
    }
}

// MARK: - Learning the range of a pedal for a client

// Calibration of expression pedals (I10).
extension Clients {
    func beginCalibration(ofPedal number: Int, _ box: BoxConfiguration) -> String {
        if !box.pedals.contains(where: { $0.number == number }) { return "error the box has no pedal \(number)" }
        link.tell(.beginPedalCalibration(UInt8(number - 1)))
        return "ok"
    }

    /// Ends a calibration. Returns nil if the answer follows when the loop has reported.
    func endPedalCalibration(for client: ControlClient) -> String? {
        if calibratingPedal != nil { return "error another program learns a pedal" }
        calibratingPedal = client
        client.delayAnswer()
        link.tell(.endPedalCalibration)
        return nil
    }

    func tellCalibration(_ outcome: PedalCalibration.Outcome) {
        let client = calibratingPedal
        calibratingPedal = nil
        switch outcome {
        case .learnt(_, let range): client?.replyLate(["ok \(range.text)"])
        case .tooSmall:
            client?.replyLate(["error the pedal covered less than \(PanelLimits.leastPedal) mV; nothing was learnt"])
        case .noSensor: client?.replyLate(["error the pedal was not read; nothing was learnt"])
        }
    }
}
