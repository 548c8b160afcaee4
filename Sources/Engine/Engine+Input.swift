import Routing
import MIDI
import Panel
import Plan

extension Engine {
    /// Receives bytes of a port, whole or partial messages, that arrived at `time`.
    @_optimize(speed)
    package func receive(_ bytes: UnsafeRawBufferPointer, from port: UInt8, at time: UInt64) {
        recorder?.received(bytes, from: port, at: time)
        advance(to: time)
        ports[Int(port)].heardAt = time
        if bytes.count == 1 && receiveLast(bytes[0], from: port, at: time) { return }
        // Fast path: whole messages of three bytes.
        var place = 0
        var last: Message?
        while true {
            if let message = ports[Int(port)].parser.nextWhole(in: bytes, at: &place) {
                last = message
                router.receiveNow(message, from: port)
                afterPanic(at: time)
            } else {
                if let last { show(last, at: time) }
                if place >= bytes.count { break }
                last = nil
                receiveAny(bytes, &place, from: port, at: time)
            }
        }
        if ports[Int(port)].isWatched { watch(until: time + Engine.sensingTimeout) }
    }

    /// Receives the last byte of a message, which a wire delivers alone. Returns false if the byte ends no message. Out
    /// of line: inlined, its setup would slow down other input.
    @_optimize(speed)
    @inline(never)
    private func receiveLast(_ byte: UInt8, from port: UInt8, at time: UInt64) -> Bool {
        guard let message = ports[Int(port)].parser.last(byte) else { return false }
        router.receiveNow(message, from: port)
        afterPanic(at: time)
        show(message, at: time)
        if ports[Int(port)].isWatched { watch(until: time + Engine.sensingTimeout) }
        return true
    }

    /// Parses bytes of any kind until none are left or the parser is idle, so that the fast path may continue.
    @_optimize(speed)
    @inline(never)
    private func receiveAny(_ bytes: UnsafeRawBufferPointer, _ place: inout Int, from port: UInt8, at time: UInt64) {
        let strays = ports[Int(port)].parser.droppedBytes
        repeat {
            // A SysEx that is held back is parsed byte by byte, because each byte may fail to match (R17).
            let end = holdsBack(port) ? place + 1 : bytes.count
            let some = UnsafeRawBufferPointer(start: bytes.baseAddress, count: end)
            if let message = ports[Int(port)].parser.next(in: some, at: &place) {
                receive(message, from: port, at: time)
                afterPanic(at: time)
            }
            if place > 0 && holdsBack(port) && !Status.isStatus(bytes[place - 1]) {
                router.sysExByte(bytes[place - 1], from: port, at: time)
            }
        } while place < bytes.count && !ports[Int(port)].parser.isIdle
        if place == bytes.count && ports[Int(port)].parser.isInSysEx && Engine.endsWithData(bytes) {
            router.sysExContinues(from: port, at: time)
        }
        if ports[Int(port)].parser.droppedBytes != strays { notices.changes &+= 1 }
    }

    /// Shows a message on the display and switches the backlight on.
    @inline(__always)
    private func show(_ message: Message, at time: UInt64) {
        notices.lastMessage = message
        notices.backlight.event(at: time)
    }

    /// Whether a routing holds back the SysEx that the port is receiving.
    @inline(__always)
    private func holdsBack(_ port: UInt8) -> Bool {
        ports[Int(port)].parser.isInSysEx && router.holdsBack(port)
    }

    /// Whether the last byte is a data byte, not counting real-time bytes.
    private static func endsWithData(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var end = bytes.count
        while end > 0 && Status.isRealTime(bytes[end - 1]) { end -= 1 }
        return end > 0 && !Status.isStatus(bytes[end - 1])
    }

    @_optimize(speed)
    package func receive(_ message: Message, from port: UInt8, at time: UInt64) {
        if message.isRealTime {
            if !passes(realTime: message, from: port, at: time) { return }
        } else {
            show(message, at: time)
        }
        router.receive(message, from: port, at: time)
    }

    @inline(never)
    func passes(realTime message: Message, from port: UInt8, at time: UInt64) -> Bool {
        switch message.kind {
        case .timingClock: return true
        case .activeSensing:
            // S7: from now on silence means unplugged.
            ports[Int(port)].isWatched = true
            return router.traits(of: PortIndex(rawValue: port)).passesActiveSensing
        default:
            notices.backlight.event(at: time)
            return true
        }
    }

    /// Handles an edge of a footswitch contact. `time` is the kernel's.
    package func contact(_ index: Int, closed: Bool, at time: UInt64) {
        recorder?.note(.contact, port: UInt8(index), detail: closed ? 1 : 0, at: time)
        advance(to: time)
        notices.backlight.event(at: time)
        if closed { readStartNotice() }
        switches.singles = router.singles  // F6
        let hasShownCode = menu.menu.page == .code
        switches.edge(index, closed: closed, at: time) { gesture($0, $1, $2) }
        // L6: a switch of the menu has left the code by its gesture. Any other acts as always and leaves it too.
        if closed && hasShownCode { menu.menu.leaveCode(at: time) }
        afterMenu()
    }

    /// Handles the level of a contact that was read after the contact's lock-out (F1).
    package func level(_ index: Int, closed: Bool) {
        if switches.isClosed(index) == closed { return }
        recorder?.note(.level, port: UInt8(index), detail: closed ? 1 : 0, at: router.time)
        switches.level(index, closed: closed)
    }

    /// Handles a sample of the acceleration in g (F4). Rounds to millionths of g, so that a script can repeat the
    /// sample.
    package func motion(_ x: Double, _ y: Double, _ z: Double, at time: UInt64) {
        let (x, y, z) = (Engine.millionths(x), Engine.millionths(y), Engine.millionths(z))
        recorder?.sampled(x, y, z, at: time)
        advance(to: time)
        tilt.sample(Double(x) / 1e6, Double(y) / 1e6, Double(z) / 1e6, at: time) { tilted($0, $1, $2) }
    }

    /// Returns a value in millionths, rounded to nearest; `Int32.max`, which is impossible too, for NaN and for
    /// magnitudes above 2000.
    private static func millionths(_ value: Double) -> Int32 {
        guard value.magnitude <= 2000 else { return Int32.max }
        return Int32(value * 1e6 + (value < 0 ? -0.5 : 0.5))
    }

    /// Records for the display whether the tilt sensor answers or has stopped answering (F5).
    package func motion(answers: Bool, at time: UInt64) {
        if notices.hasNoTilt == answers { notices.backlight.event(at: time) }
        notices.hasNoTilt = !answers
    }

    /// Loads the first preset. If the box sends ticks while stopped, the grid of these ticks begins now (K1).
    ///
    /// - Parameter tempo: last tempo in hundredths of BPM (P6); nil for the tempo of the configuration.
    package func begin(
        preset: PresetIndex, tempo: UInt32? = nil, setList: SetListPlace? = nil, at time: UInt64
    ) {
        notices.backlight.event(at: time)
        if let setList { router.resume(setList: setList) }
        router.beginClock(at: time)
        router.load(preset, at: time)
        if let tempo { router.resume(tempo: tempo) }
        advance(to: time)
    }

    package func perform(_ action: Action, at time: UInt64) {
        recorder?.perform(action, at: time)
        advance(to: time)
        notices.backlight.event(at: time)
        router.perform(action, at: time)
        afterPanic(at: time)
    }

    func gesture(_ control: UInt8, _ down: Bool, _ at: UInt64) {
        if let gesture = Footswitches.menuGesture(control, down) {
            return answerPairing(gesture) ? () : menuGesture(gesture, at: at)
        }
        // F2: without a listener, short presses would only be noise in monitors and recordings.
        if let index = Footswitches.shortSwitch(control), !router.hearsShort(index) { return }
        router.receive(
            Message(contact: control, value: down ? 127 : 0), from: Source.footswitches, at: at)
        afterPanic(at: at)
    }

    private func tilted(_ axis: UInt8, _ value: UInt16, _ at: UInt64) -> Bool {
        let before = router.tiltsSent
        router.receive(Message(motion: axis, value: value), from: Source.motion, at: at)
        afterPanic(at: at)
        return router.tiltsSent != before
    }
}

extension Engine {
    /// Continues after the loop stood still until `time`: overdue ticks of a long stop are skipped (K1). A script
    /// cannot repeat that, so the recording breaks off.
    @inline(never)
    package func goOnAfterStop(at time: UInt64) {
        if router.goOnAfterStop(at: time) { recorder?.breakOff(at: time) }
    }

    /// Advances time to `time`. Each event that is due happens at its own time.
    @inline(__always)
    package func advance(to time: UInt64) {
        if deadline <= time { doDue(until: time) }
        router.advance(to: time)
    }

    @_optimize(speed)
    @inline(never)
    private func doDue(until time: UInt64) {
        while true {
            let next = deadline
            if next > time { return }
            router.advance(to: next)
            // A level that was read back has no time of its own, so the router's time is used.
            switches.advance(to: max(next, router.time)) { gesture($0, $1, $2) }
            if menu.menu.nextDeadline <= next { menu.menu.advance(to: next, menuLists) }
            afterMenu()
            tilt.advance(to: next) { tilted($0, $1, $2) }
            if silenceAt <= next { findSilent(at: next) }
        }
    }

    /// When the next event is due, in nanoseconds; may be early, never late.
    package var deadline: UInt64 {
        @inline(__always)
        get {
            min(
                min(router.deadline, switches.nextDeadline),
                min(tilt.nextDeadline, min(menu.menu.nextDeadline, silenceAt)))
        }
    }

    /// When the next event is due that depends on contacts.
    @inline(__always)
    package var contactsDeadline: UInt64 { min(switches.nextDeadline, menu.menu.nextDeadline) }

    func watch(until time: UInt64) {
        if time < silenceAt { silenceAt = time }
    }

    private func findSilent(at time: UInt64) {
        silenceAt = UInt64.max
        for port in PortIndex.all where ports[port.position].isWatched {
            let due = ports[port.position].heardAt + Engine.sensingTimeout
            if due > time {
                watch(until: due)
            } else {
                // S7: a silent port counts as unplugged until the next Active Sensing. The display does not show it.
                ports[port.position].isWatched = false
                lose(port, at: time)
            }
        }
    }
}
