import BLEMIDI
import Settings
import Engine
import Loop
import Configuration
import MIDI
import Panel
import Routing
import Plan

/// Runs the engine of `run` on a script in virtual time, without hardware and without waiting.
struct Render {
    private let engine: Engine
    private let logAddress: UnsafeMutablePointer<RenderLog>
    /// Owns the running configuration with its learnt values.
    private let desk: RenderDesk
    private var configuration: CompiledConfiguration { desk.configuration }
    private let links: RenderLinks
    private let showsDisplay: Bool
    private let showsLEDs: Bool
    /// Whether ports with a uart send at 31,250 baud (`--wire`).
    private let hasWires: Bool

    /// Nanoseconds of the engine's clock at time 0 of the script.
    private let origin: UInt64

    private var log: RenderLog {
        @inline(__always) unsafeAddress { UnsafePointer(logAddress) }
        @inline(__always) nonmutating unsafeMutableAddress { logAddress }
    }

    /// - Parameters:
    ///   - path: path of the configuration; the menu learns values of its files.
    ///   - preset: index of the preset to start with.
    ///   - beginning: a recorded moment to start with instead.
    ///   - loads: whether loads of presets are lines.
    ///   - packets: whether the output of Bluetooth ports is shown as packets.
    /// - Returns: nil if there is not enough memory, or if the moment belongs to another configuration.
    init?(
        _ configuration: CompiledConfiguration, path: String = "", preset: PresetIndex,
        from beginning: RenderScript.Beginning? = nil,
        display: Bool = false, leds: Bool = false, why: Bool = false, loads: Bool = false,
        wire: Bool = false, packets: Bool = false
    ) {
        links = RenderLinks(configuration.box.ports)
        logAddress = .allocate(capacity: 1)
        logAddress.initialize(
            to: RenderLog(configuration, why: why, loads: loads, wire: wire, packets: packets ? links : nil))
        let engine = Engine(
            configuration, context: logAddress,
            transmit: { context, port, word0, word1, time in
                let log = context!.assumingMemoryBound(to: RenderLog.self)
                return log.pointee.send(Message(word0, word1), port: port, at: time) ? 1 : 0
            },
            transmitUMP: { context, place, words, time in
                let log = context!.assumingMemoryBound(to: RenderLog.self)
                let ump = Message(words[0], words[1], words[2], words[3])
                if !log.pointee.admits(ump, port: place) { return 0 }
                log.pointee.add(ump: ump, place: Int(place), at: time)
                return 1
            })
        guard let engine else { return nil }
        self.engine = engine
        if why || loads || configuration.box.menu != nil {
            engine.router.listen(
                { context, packed, word0, word1, word2, word3, time in
                    let log = context!.assumingMemoryBound(to: RenderLog.self)
                    let message = Message(word0, word1, word2, word3)
                    if let record = TraceRecord(packed: packed, message, time: time) { log.pointee.hear(record) }
                }, context: logAddress)
        }
        desk = RenderDesk(configuration, path: path)
        showsDisplay = display
        showsLEDs = leds
        hasWires = wire
        origin = beginning?.origin ?? 0
        log.origin = origin
        if let beginning {
            if !resume(beginning) { return nil }
            return
        }
        for (index, port) in configuration.box.ports.enumerated() { plug(PortIndex(index), port, at: 0) }
        engine.begin(preset: preset, at: 0)
    }

    /// Restores the recorded state of a running box. Returns false if the state does not fit this configuration.
    private func resume(_ beginning: RenderScript.Beginning) -> Bool {
        var state = engine.state
        if state.count != beginning.count { return false }
        for (place, word) in beginning.words {
            if !state.indices.contains(place) { return false }
            state[place] = word
        }
        return engine.resume(state, at: beginning.origin, preset: beginning.preset)
    }

    /// Runs the script to its end and returns the output as text.
    func run(_ script: RenderScript) -> [UInt8] {
        var text: [UInt8] = []
        run(script) {
            text += $0
            return true
        }
        return text
    }

    /// Runs the script and passes the output to `write` in parts. Stops when `write` returns false.
    func run(_ script: RenderScript, _ write: ([UInt8]) -> Bool) {
        let end = play(script) { now in
            let text = log.takeText(at: now)
            return text.isEmpty || write(text)
        }
        if let end { _ = write(log.text(until: end)) }
    }

    /// Runs the script to its end and returns every line, with times since the beginning.
    func lines(_ script: RenderScript) -> [RenderLog.Line] {
        guard let end = play(script, { _ in true }) else { return [] }
        return log.lines(until: end)
    }

    /// Frees the memory. The render must not be used afterwards.
    func free() {
        engine.free()
        logAddress.deinitialize(count: 1)
        logAddress.deallocate()
    }

    /// Plays the script and returns its end in the engine's time; nil if `goesOn`, which is called after each instant,
    /// returned false.
    private func play(_ script: RenderScript, _ goesOn: (UInt64) -> Bool) -> UInt64? {
        var now = origin
        for line in script.lines {
            // Events that are due at the time of a line come before the line (docs/reference/COMMANDS.md, "render").
            if origin + line.time > now { show(at: now) }
            if !advance(from: now, to: origin + line.time, goesOn) { return nil }
            now = origin + line.time
            if !goesOn(now) { return nil }
            if case .quit = line.event { return quit(at: now) }
            perform(line.event, at: now)
            engine.advance(to: now)
            serveLoop(at: now)
        }
        show(at: now)
        return now
    }

    /// Ends the box as `Loop.end` does: wires have the same time to send the rest (E5).
    private func quit(at start: UInt64) -> UInt64 {
        engine.end(at: start)
        show(at: start)
        let end = start + Loop.endTime
        engine.router.advance(to: end)
        log.flushPackets(at: end)
        return end
    }

    private func perform(_ event: RenderScript.Event, at now: UInt64) {
        switch event {
        case .bytes(let port, let bytes):
            if !engine.ports[port.position].hasInput { return }
            bytes.withUnsafeBytes { engine.receive($0, from: port.rawValue, at: now) }
        case .words(let port, let words):
            if !engine.ports[port.position].hasInput { return }
            words.withUnsafeBufferPointer { engine.receive(umps: $0, from: port.rawValue, at: now) }
        case .packet(let port, let bytes):
            if engine.ports[port.position].hasInput { links.receive(bytes, from: port, engine, at: now) }
        case .mtu(let port, let mtu):
            log.flushPackets(at: now)
            links[port]?.sender.mtu = mtu
        case .contact(let index, let down): engine.contact(index, closed: down, at: now)
        case .motion(let x, let y, let z): engine.motion(x, y, z, at: now)
        case .pedal(let index, let reading): engine.pedal(index, reading, at: now)
        case .knob(let index, let isRight): engine.turn(knob: index, isRight: isRight, at: now)
        case .perform(let action): engine.perform(action, at: now)
        case .plug(let port): replug(port, true, at: now)
        case .unplug(let port): replug(port, false, at: now)
        case .end, .quit, .resume, .state: break
        case .lateContact(let index, let down, let at): engine.contact(index, closed: down, at: late(at))
        case .lateMotion(let x, let y, let z, let at): engine.motion(x, y, z, at: late(at))
        case .latePedal(let index, let reading, let at): engine.pedal(index, reading, at: late(at))
        case .edge(let line, let closed, let at):
            engine.knob(line: line, closed: closed, at: at.map { late($0) } ?? now)
        case .level(let index, let down): engine.level(index, closed: down)
        case .hold(let index, let down): engine.hold(index, down, at: now)
        case .inputCame(let port): engine.inputCame(port)
        case .inputWent(let port):
            links.inputWent(port, engine, at: now)
            engine.inputWent(port, at: now)
        case .outputCame(let port, let isWire, let speaks):
            // A wire has the same byte time, and takes messages as early, as in the running box.
            let byteTime = isWire ? Wire.byteTime : 0
            log.stall(port, false)
            engine.outputCame(port, byteTime: byteTime, lead: isWire ? Loop.wireLead : 0, speaks: speaks, at: now)
        case .outputWent(let port, let isUnheard):
            let unheardTime = Loop.unheardTime(of: engine.router.traits(of: port))
            engine.outputWent(port, unheard: isUnheard ? unheardTime : 0, at: now)
            log.forget(port: port.position, at: now)
        case .silence(let port): engine.silence(port, at: now)
        case .stall(let port): log.stall(port, true)
        case .flow(let port):
            log.stall(port, false)
            engine.outputReady(port, at: now)
        case .inject(let injections): for injection in injections { engine.inject(injection, at: now) }
        }
    }

    private func late(_ time: Int64) -> UInt64 { UInt64(max(Int64(origin) + time, 0)) }

    private func replug(_ port: PortIndex, _ present: Bool, at now: UInt64) {
        let configured = configuration.box.ports[configuration.box.groups.port(of: port.position) ?? port.position]
        if (configured.receives ? engine.ports[port.position].hasInput : engine.ports[port.position].hasOutput)
            == present
        {
            return
        }
        engine.announce(port, came: present, at: now)
        if present {
            plug(port, configured, at: now)
        } else {
            for place in places(of: port) {
                if configured.receives {
                    links.inputWent(place, engine, at: now)
                    engine.inputWent(place, at: now)
                }
                if configured.sends { engine.outputWent(place, at: now) }
                log.forget(port: place.position, at: now)
            }
        }
    }

    private func plug(_ index: PortIndex, _ port: PortConfiguration, at now: UInt64) {
        var byteTime: UInt64 = 0
        if hasWires && port.isWire { byteTime = Wire.byteTime }
        for place in places(of: index) {
            if port.receives { engine.inputCame(place) }
            // U12: ports that ask for MIDI 2.0 speak MIDI 2.0, and no other port speaks UMPs.
            let traits = engine.router.traits(of: place)
            let speaks: PortProtocol = traits.wanted == .midi2 ? .ump2 : .bytes
            if port.sends { engine.outputCame(place, byteTime: byteTime, lead: 0, speaks: speaks, at: now) }
        }
    }

    /// The places of a port: one, or one for each group (U6).
    private func places(of port: PortIndex) -> [PortIndex] {
        let plan = engine.router.runningPlan
        var places: [PortIndex] = []
        var place = port
        while !place.isNone {
            places.append(place)
            place = plan.place(after: place)
        }
        return places
    }

    /// Advances time from one due event to the next, so that each picture of the display is shown. Returns false if
    /// `goesOn` returned false.
    private func advance(from start: UInt64, to end: UInt64, _ goesOn: (UInt64) -> Bool) -> Bool {
        var now = start
        while true {
            let shown = showsDisplay ? engine.displayState.nextChange(after: now) : UInt64.max
            let next = min(engine.deadline, desk.deadline, links.deadline, shown)
            if next >= end { break }
            now = max(next, now)
            links.advance(engine, to: now)
            engine.advance(to: now)
            serveLoop(at: now)
            show(at: now)
            if !goesOn(now) { return false }
        }
        links.advance(engine, to: end)
        engine.advance(to: end)
        serveLoop(at: end)
        return true
    }

    /// Does the work of the control thread for the loop.
    private func serveLoop(at now: UInt64) {
        if configuration.box.menu != nil { desk.serve(engine, heard: log.takeHeard(), at: now) }
        desk.store(engine, at: now)
    }

    /// Shows packets, the display and the LEDs, after the messages of an instant.
    private func show(at now: UInt64) {
        log.flushPackets(at: now)
        if showsDisplay { showDisplay(at: now) }
        if showsLEDs {
            log.show(engine.router.status.leds, of: configuration.box.footswitches, at: now)
        }
    }

    private func showDisplay(at now: UInt64) {
        let display = configuration.box.display ?? DisplayConfiguration()
        let frame = DisplayFrame(
            engine.displayState, menu: engine.menuPicture, at: now, columns: display.columns, rows: 2,
            characters: display.characters)
        log.show(frame, at: now)
    }
}
