import Configuration
import CPlatform
import Devices
import Loop
import Network
import Plan
import RTPMIDI

// The hand-over of sessions to the loop (N10).
extension NetworkControl {
    /// Opens the network of a box, and publishes it.
    static func open(_ box: BoxConfiguration, _ link: LoopLink) throws(DeviceError) -> NetworkControl {
        let network = box.network
        let discovery = Discovery(name: box.sessionName, port: network.port, interfaces: network.interfaces)
        return try NetworkControl(box, discovery: discovery, loop: SessionLoop(link), at: treadle_now())
    }

    /// Handles the loop's newest report about a slot.
    func handle(_ report: PeerReport, at now: UInt64) {
        let (slot, counters) = (Int(report.slot), report.counters)
        measured(
            slot: slot, remoteSSRC: report.remoteSSRC,
            SessionMeasures(
                roundTrip: counters.roundTrip, repaired: counters.repaired, unrepaired: counters.unrepaired,
                lostSysEx: counters.lostSysEx, tooLarge: counters.tooLarge))
        sayNews(at: now)
        let end: SessionEnd
        switch report.state {
        case .none, .connected: return
        case .gone: end = .gone
        case .saidBye: end = .saidBye
        case .unreachable: end = .unreachable
        case .left: end = .left
        }
        ended(slot: slot, remoteSSRC: report.remoteSSRC, end, at: now)
    }
}

extension SessionLoop {
    init(_ link: LoopLink) {
        join = { slot, socket, session in
            var random: UInt16 = 0
            _ = treadle_random(&random, 2)
            let setup = SessionSetup(
                ownSSRC: session.ownSSRC, remoteSSRC: session.remoteSSRC, token: session.token,
                isInitiator: session.isInitiator, sendsJournal: session.sendsJournal, buffer: session.buffer,
                name: session.name)
            link.tell(
                .join(
                    JoinedPeer(
                        slot: UInt8(slot), port: PortIndex(session.port), socket: socket, session: setup,
                        firstSequence: random, isAnnounced: true)))
        }
        self.link = { link.tell($1 ? .resume(slot: UInt8($0)) : .suspend(slot: UInt8($0))) }
        leave = { link.tell(.leave(slot: UInt8($0))) }
        feedback = { link.tell(.feedback(slot: UInt8($0), sequence: $1)) }
    }
}
