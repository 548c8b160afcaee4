import CPlatform
import Engine
import Devices
import MIDI
import Panel
import Plan
import RTPMIDI
import Routing
import Synchronization

extension Loop {
    /// Allocates all memory and descriptors that the loop needs; nil if there are not enough.
    ///
    /// - Parameters:
    ///   - peers: the number of peers of the network for which there is memory.
    ///   - links: the number of Bluetooth peers for which there is memory.
    ///   - engine: creates an engine that sends through `transmit` and `transmitUMP` with `context`.
    package init?(
        recorder: Recorder, sequencer: Sequencer?, contacts: UnsafeMutableBufferPointer<GPIOInput?>, peers: Int,
        links: Int,
        engine make: (
            _ context: UnsafeMutableRawPointer, _ transmit: Transmit, _ transmitUMP: TransmitUMP
        ) -> Engine?
    ) {
        epoll = treadle_epoll_create()
        timer = treadle_timer_create()
        wake = treadle_event_create()
        panelWake = treadle_event_create()
        controlWake = treadle_event_create()
        (outputsOnly, controlTimer) = (treadle_epoll_create(), treadle_timer_create())
        if min(epoll, timer, wake, panelWake, controlWake) < 0 || min(outputsOnly, controlTimer) < 0 { return nil }
        isOutOfMemory = .allocate(capacity: 1)
        isOutOfMemory.initialize(to: Atomic(false))
        self.sequencer = sequencer
        self.contacts = contacts
        outputsAddress = .allocate(capacity: 1)
        outputsAddress.initialize(
            to: LoopOutputs(sequencer: sequencer, epoll: epoll, recorder: recorder, peers: peers, links: links))
        guard let engine = make(outputsAddress, LoopOutputs.transmit, LoopOutputs.transmitUMP) else { return nil }
        engine.recorder = recorder
        self.engine = engine
        self.recorder = recorder
        sequencerPorts = .allocate(capacity: LoopLimits.sequencerPorts)
        sequencerPorts.initialize(repeating: .none, count: LoopLimits.sequencerPorts)
        let inputs = UnsafeMutablePointer<Endpoint>.allocate(capacity: Engine.portCount)
        inputs.initialize(repeating: .none, count: Engine.portCount)
        stateAddress = .allocate(capacity: 1)
        let plan = engine.router.runningPlan
        let running = LoopReports.Running(plan: plan)
        stateAddress.initialize(to: State(inputs: inputs, running: running, saves: Snapshot(SavedPresets(plan))))
        readBuffer = .allocate(byteCount: LoopLimits.readBytes, alignment: 64)
        readBuffer.initializeMemory(as: UInt8.self, repeating: 0)
        umpBuffer = .allocate(byteCount: UMPClient.readBytes, alignment: 64)
        umpBuffer.initializeMemory(as: UInt8.self, repeating: 0)
        datagram = .allocate(byteCount: SessionLimits.datagram + 1, alignment: 64)
        datagram.initializeMemory(as: UInt8.self, repeating: 0)
        commands = Ring(capacity: LoopLimits.commands)
        motions = Ring(capacity: LoopLimits.motions)
        pedals = Ring(capacity: LoopLimits.pedals)
        injections = Ring(capacity: LoopLimits.injections, isTouched: false)
        inquiries = Ring(capacity: LoopLimits.inquiries)
        reports = LoopReports(plan, links: links)
        watchAddress = .allocate(capacity: 1)
        watchAddress.initialize(to: Watch())
        display = Snapshot(DisplayState())
        menu = Snapshot(MenuPicture())
        leds = Snapshot(LEDs())
        colours = Snapshot(LEDColours())
        counters = Snapshot(LoopCounters())
        watchOwnDescriptors()
    }

    private func watchOwnDescriptors() {
        // Edge-triggered, so that the wake event and the two timers need not be read.
        let edges = EPOLLIN.rawValue | EPOLLET.rawValue
        _ = treadle_epoll_control(epoll, EPOLL_CTL_ADD, wake, edges, Tag.wake.of(0))
        _ = treadle_epoll_control(epoll, EPOLL_CTL_ADD, timer, edges, Tag.timer.of(0))
        _ = treadle_epoll_control(epoll, EPOLL_CTL_ADD, controlTimer, edges, Tag.control.of(0))
        if let sequencer {
            _ = treadle_epoll_control(
                epoll, EPOLL_CTL_ADD, sequencer.fd, EPOLLIN.rawValue, Tag.sequencer.of(0))
        }
        for index in 0..<contacts.count {
            guard let line = contacts[index] else { continue }
            _ = treadle_epoll_control(epoll, EPOLL_CTL_ADD, line.fd, EPOLLIN.rawValue, Tag.contacts.of(index))
        }
    }

    /// Loads the first preset. After a failure of the box, each port gets a panic as soon as it is attached (E3).
    package func prepare(
        preset: PresetIndex, tempo: UInt32?, setList: SetListPlace? = nil, beginsWithPanic: Bool
    ) {
        let now = treadle_now()
        findContacts()
        engine.begin(preset: preset, tempo: tempo, setList: setList, at: now)
        state.panicsNewPorts = beginsWithPanic
    }
}
