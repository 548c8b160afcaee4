import CPlatform
import Configuration
import Engine
import Loop
import Network
import Panel

/// The reports of the loop that the control thread has not read yet.
struct LoopNews {
    var running: News<LoopReports.Running>
    var variables: News<LoopReports.Variables>
    var detached: [News<AttachedPort>]
    var learntRanges: [News<LearntRange>]
    var calibrated: News<TiltCalibration.Outcome>
    var learntPedals: [News<LearntPedal>]
    var pedalCalibrated: News<PedalCalibration.Outcome>
    var learn: News<LearnRequest>
    var undone: News<UInt32>
    var record: News<Bool>
    var tasks: News<MenuRequest>
    var pairing: News<PairingAnswer>
    var counted: News<Bool>
    var streamNews: News<UInt32>
    /// The report about each peer slot.
    var peers: [News<PeerReport>]
    /// The report about each link of Bluetooth.
    var links: [News<LinkReport>]

    /// - Parameter links: the number of links of Bluetooth for which the loop has memory.
    init(_ reports: LoopReports, links: Int) {
        running = News(reports.running)
        variables = News(reports.variables)
        detached = (0..<Engine.portCount).map { News(reports.detached[$0]) }
        learntRanges = (0..<LoopReports.axisCount).map { News(reports.learntRanges[$0]) }
        calibrated = News(reports.calibrated)
        learntPedals = (0..<PanelLimits.pedals).map { News(reports.learntPedals[$0]) }
        pedalCalibrated = News(reports.pedalCalibrated)
        learn = News(reports.learn)
        undone = News(reports.undone)
        record = News(reports.record)
        tasks = News(reports.tasks)
        pairing = News(reports.pairing)
        counted = News(reports.counted)
        streamNews = News(reports.streamNews)
        peers = (0..<NetworkLimits.sessions).map { News(reports.peers[$0]) }
        self.links = (0..<links).map { News(reports.links[$0]) }
    }
}

extension Runner {
    /// Handles the loop's reports since the last call. Only the newest report of each kind counts, so a late call
    /// misses nothing.
    func acceptReports() {
        for port in configuration.box.ports.indices {
            if let detached = news.detached[port].take() { ports.forget(detached) }
        }
        if news.streamNews.take() != nil { ports.lookAtEndpoints() }
        for slot in news.peers.indices {
            guard let report = news.peers[slot].take() else { continue }
            network?.handle(report, at: treadle_now())
            sayNetworkPorts()
        }
        acceptLinkReports(at: treadle_now())
        // Read before the saves: the loop reports all saves of a plan before it reports the next plan.
        let runs = news.running.take()
        running.saveRunning()
        if running.saveOlder() { running.reload() }
        // W13: the display's `Save` saves drafts too.
        if running.isSaveAsked { running.saved = running.saveDrafts(by: running.saver) }
        if let runs {
            keep(runs)
            running.retire(before: runs)
        }
        if let number = news.undone.take() { running.undoLearnt(number) }
        if let request = news.learn.take() { learn(request) }
        if news.record.take() != nil { link.tell(.recorded(recorder.saveForMenu(configuration))) }
        if let request = news.tasks.take() { tasks.serve(request, card: serve) }
        for axis in news.learntRanges.indices {
            if let learnt = news.learntRanges[axis].take() { running.save(learnt) }
        }
        for pedal in news.learntPedals.indices {
            if let learnt = news.learntPedals[pedal].take() { running.save(learnt) }
        }
        if let outcome = news.calibrated.take() { clients.tellCalibration(outcome) }
        if let outcome = news.pedalCalibrated.take() { clients.tellCalibration(outcome) }
        if news.counted.take() != nil { link.finishCounts() }
    }

    /// Handles a request of the menu to learn (M7).
    private func learn(_ request: LearnRequest) {
        // Messages received before the press of the footswitch belong to the value.
        if case .value(_, _, _, let takes) = request, takes > 0 { clients.show(running) }
        running.learn(request)
        watchIfWanted()
    }
}

extension LoopCounters {
    /// Unoptimized Swift code allocates where the firmware does not; the note explains the count.
    #if DEBUG
        private static let buildNote = " (of a debug build)"
    #else
        private static let buildNote = ""
    #endif

    /// Formats the counters, followed by the times of the start.
    func text(_ times: StartTimes) -> String {
        "loop: \(allocations) allocations\(LoopCounters.buildNote), \(pageFaults) page faults, "
            + "\(wakes) wakes, \(bytesIn) bytes in, \(bytesOut) bytes out, "
            + "\(dropped) dropped, \(lostToClients) not taken by programs, "
            + "\(lostFromClients) losses from programs, "
            + "\(lostFromDevices) losses from devices, "
            + "\(processorTime / 1000) us of processor\n" + times.text(sent: sentAt)
    }
}
