import Engine
import Panel
import Plan

extension LoopReports {
    /// - Parameter links: the number of Bluetooth peers for which there is memory.
    package init(_ plan: UnsafePointer<Plan>, links: Int) {
        running = Snapshot(Running(plan: plan))
        variables = Snapshot(Variables(plan: plan))
        detached = .allocate(capacity: Engine.portCount)
        for port in 0..<Engine.portCount {
            (detached + port).initialize(to: Snapshot(AttachedPort(port: PortIndex(port))))
        }
        peers = .allocate(capacity: LoopLimits.peers)
        for slot in 0..<LoopLimits.peers { (peers + slot).initialize(to: Snapshot(PeerReport())) }
        self.links = .allocate(capacity: links)
        for slot in 0..<links { (self.links + slot).initialize(to: Snapshot(LinkReport())) }
        learntRanges = .allocate(capacity: LoopReports.axisCount)
        for axis in 0..<LoopReports.axisCount {
            (learntRanges + axis).initialize(to: Snapshot(LearntRange(axis: UInt8(axis), range: TiltRange())))
        }
        learntPedals = .allocate(capacity: PanelLimits.pedals)
        for pedal in 0..<PanelLimits.pedals {
            (learntPedals + pedal).initialize(to: Snapshot(LearntPedal(pedal: UInt8(pedal), range: PedalRange())))
        }
        calibrated = Snapshot(.noSensor)
        pedalCalibrated = Snapshot(.noSensor)
        learn = Snapshot(.nothing)
        undone = Snapshot(0)
        record = Snapshot(true)
        tasks = Snapshot(MenuRequest())
        pairing = Snapshot(PairingAnswer(asked: 0, isYes: false))
        streamNews = Snapshot(0)
        counted = Snapshot(true)
        ended = Snapshot(false)
    }
}
