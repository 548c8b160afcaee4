import Configuration
import MIDI
import Panel
import Routing

/// The whole box without hardware and without waiting: the engine of `run`, fed from a script, in virtual time.
struct Render {
    private let engine: Engine
    private let log: UnsafeMutablePointer<RenderLog>
    /// Has the configuration that runs, with what its menu has learnt.
    private let desk: RenderDesk
    private var configuration: CompiledConfiguration { desk.configuration }
    private let showsDisplay: Bool
    private let showsLights: Bool
    /// `--wire`: ports with a uart send at its speed.
    private let hasWires: Bool

    /// - Parameter preset: index of the preset to begin with.
    init?(
        _ configuration: CompiledConfiguration, path: String, preset: Int, display: Bool, leds: Bool, why: Bool,
        wire: Bool
    ) {
        log = .allocate(capacity: 1)
        log.initialize(to: RenderLog(configuration, why: why, wire: wire))
        let engine = Engine(configuration, context: log) { context, port, word0, word1, time in
            let log = context!.assumingMemoryBound(to: RenderLog.self)
            log.pointee.add(Message(word0, word1), port: Int(port), at: time)
            return 1
        }
        guard let engine else { return nil }
        self.engine = engine
        if why || configuration.box.menu != nil {
            engine.router.pointee.listen(
                { context, packed, word0, word1, time in
                    let log = context!.assumingMemoryBound(to: RenderLog.self)
                    if let record = TraceRecord(packed: packed, word0: word0, word1: word1, time: time) {
                        log.pointee.hear(record)
                    }
                }, context: log)
        }
        desk = RenderDesk(configuration, path: path)
        showsDisplay = display
        showsLights = leds
        hasWires = wire
        for (index, port) in configuration.box.ports.enumerated() { plug(UInt8(index), port, at: 0) }
        engine.begin(preset: Int32(preset), at: 0)
    }

    /// Runs the script to its end and returns what left the box.
    func run(_ script: RenderScript) -> [UInt8] {
        var now: UInt64 = 0
        for line in script.lines {
            // What is due at the instant of a line comes before it (docs/COMMANDS.md, "render").
            if line.time > now { show(at: now) }
            now = advance(from: now, to: line.time)
            perform(line.event, at: now)
            engine.advance(to: now)
            serveMenu(at: now)
        }
        show(at: now)
        return log.pointee.text(until: now)
    }

    private func perform(_ event: RenderScript.Event, at now: UInt64) {
        switch event {
        case .bytes(let port, let bytes):
            if !engine.ports[Int(port)].hasInput { return }
            bytes.withUnsafeBytes { engine.receive($0, from: port, at: now) }
        case .contact(let index, let down): engine.contact(index, closed: down, at: now)
        case .motion(let x, let y, let z): engine.motion(x, y, z, at: now)
        case .perform(let action): engine.perform(action, at: now)
        case .plug(let port): replug(port, true, at: now)
        case .unplug(let port): replug(port, false, at: now)
        case .end: break
        }
    }

    private func replug(_ port: UInt8, _ present: Bool, at now: UInt64) {
        let configured = configuration.box.ports[Int(port)]
        if (configured.receives ? engine.ports[Int(port)].hasInput : engine.ports[Int(port)].hasOutput) == present {
            return
        }
        engine.announce(port, came: present, at: now)
        if present {
            plug(port, configured, at: now)
        } else {
            if configured.receives { engine.inputWent(port, at: now) }
            if configured.sends { engine.outputWent(port, at: now) }
            log.pointee.forget(port: Int(port))
        }
    }

    private func plug(_ index: UInt8, _ port: PortConfiguration, at now: UInt64) {
        if port.receives { engine.inputCame(index) }
        if !port.sends { return }
        var byteTime: UInt64 = 0
        if hasWires && port.isWire { byteTime = Wire.byteTime }
        engine.outputCame(index, byteTime: byteTime, lead: 0, at: now)
    }

    /// Lets time run, instant by instant, so that the display is shown as it was at each.
    private func advance(from start: UInt64, to end: UInt64) -> UInt64 {
        var now = start
        while true {
            let next = min(engine.deadline, showsDisplay ? engine.displayState.nextChange(after: now) : UInt64.max)
            if next >= end { break }
            now = max(next, now)
            engine.advance(to: now)
            serveMenu(at: now)
            show(at: now)
        }
        engine.advance(to: end)
        serveMenu(at: end)
        return end
    }

    private func serveMenu(at now: UInt64) {
        if configuration.box.menu != nil { desk.serve(engine, heard: log.pointee.takeHeard(), at: now) }
    }

    /// What an instant has come to, after its messages: the display, then the lights.
    private func show(at now: UInt64) {
        if showsDisplay { showDisplay(at: now) }
        if showsLights {
            log.pointee.show(engine.router.pointee.status.lights, of: configuration.box.footswitches, at: now)
        }
    }

    private func showDisplay(at now: UInt64) {
        let columns = configuration.box.display?.columns ?? 16
        let frame = DisplayFrame(
            engine.displayState, menu: engine.menuPicture, at: now, columns: columns, rows: 2)
        log.pointee.show(frame, at: now)
    }
}
