import Synchronization
import Routing
import CPlatform
import Configuration
import Engine
import Loop
import Panel

/// The programs that talk to the box, and the simulator's screen: they watch what the loop does.
final class Clients {
    /// Where programs talk to this box; nil where they cannot.
    let server: ControlServer?
    /// The terminal of a simulated box; nil without one.
    let simulator: Simulator?
    private let link: LoopLink
    /// The loop shows what it does, because a program watches.
    private var isWatching = false
    /// Messages that were missed when that was last told.
    private var missed: UInt32 = 0
    /// The program that learns a range of the tilt, until it is told what came of it.
    private var calibrating: ControlClient?

    init(_ server: ControlServer?, _ simulator: Simulator?, _ link: LoopLink) {
        (self.server, self.simulator, self.link) = (server, simulator, link)
    }

    /// Milliseconds after which a program is to be served though nothing came from it.
    var waitingTime: Int32 { server?.waitingTime ?? Int32.max }
}

// MARK: - Watching

extension Clients {
    /// Has the loop show what it does as long as somebody watches.
    ///
    /// - Parameter isLearning: the menu listens too.
    func watchIfWanted(isLearning: Bool) {
        let mustWatch =
            simulator != nil || isLearning || server?.clients.contains { $0.watches != .nothing } ?? false
        if mustWatch == isWatching { return }
        isWatching = mustWatch
        // What the last to watch has not seen any more is old news.
        link.loop.pointee.watched.pointee.prepare()
        link.tell(.watch(mustWatch))
    }

    /// Hands what the loop has shown to the programs that watch, and what came in to the menu that learns.
    func show(_ running: RunningConfiguration) {
        guard isWatching else { return }
        let startedAt = treadle_now()
        let clients = server?.clients ?? []
        let lines = TraceLines(running.current)
        while let seen = link.loop.pointee.watched.pointee.next() {
            guard let record = seen.record, let line = lines.line(record) else { continue }
            let isInput = record.event == .received
            if isInput { running.hear(record) }
            simulator?.hear(line)
            for client in clients where client.watches == .everything || client.watches == .inputs && isInput {
                client.show(line)
            }
        }
        let now = link.loop.pointee.watched.pointee.missed.pointee.load(ordering: .relaxed)
        if now != missed {
            simulator?.miss(Int(now &- missed))
            for client in clients where client.watches != .nothing { client.miss(Int(now &- missed)) }
            missed = now
        }
        for client in clients { client.flush() }
        running.advanceLearning(to: startedAt)
    }
}

// MARK: - A range of the tilt that a program learns

extension Clients {
    func beginCalibration(of axis: Int, _ box: BoxConfiguration) -> String {
        if box.motion == nil { return "error the box has no tilt: there is no `motion` in its file" }
        link.tell(.beginCalibration(axis: UInt8(axis)))
        return "ok"
    }

    /// Nil: the program is answered once the loop has reported.
    func endCalibration(for client: ControlClient) -> String? {
        if calibrating != nil { return "error another program learns the tilt" }
        calibrating = client
        link.tell(.endCalibration)
        return nil
    }

    func tellCalibration(_ outcome: TiltCalibration.Outcome) {
        let client = calibrating
        calibrating = nil
        switch outcome {
        case .learnt(_, let range): client?.answer("ok \(range.text)")
        case .tooSmall:
            client?.answer("error it was tilted over less than \(PanelLimits.leastTilt) degrees; nothing was learnt")
        case .noSensor: client?.answer("error no angle has come from the sensor; nothing was learnt")
        }
        client?.flush()
    }
}
