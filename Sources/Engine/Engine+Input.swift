import Routing
import MIDI
import Panel
import Program

extension Engine {
    /// Bytes of a port's input, whole or part messages, as they arrived at a time.
    @_optimize(speed)
    package func receive(_ bytes: UnsafeRawBufferPointer, from port: UInt8, at time: UInt64) {
        recorder?.hear(bytes, from: port, at: time)
        advance(to: time)
        let input = ports + Int(port)
        input.pointee.heardAt = time
        if bytes.count == 1 && receiveLast(bytes[0], from: port, at: time) { return }
        // Mostly there are whole messages of three bytes, and nothing else.
        let router = router
        var place = 0
        var last: Message?
        while true {
            if let message = input.pointee.parser.nextWhole(in: bytes, at: &place) {
                last = message
                router.pointee.receiveNow(message, from: port)
                afterPanic(at: time)
            } else {
                if let last { show(last, at: time) }
                if place >= bytes.count { break }
                last = nil
                receiveAny(bytes, &place, from: port, at: time)
            }
        }
        if input.pointee.isWatched { watch(until: time + Engine.sensingTimeout) }
    }

    /// The last byte of a message, which comes by itself from a wire; false: it is none. By itself, so that nothing is made
    /// ready for it in all other streams.
    @_optimize(speed)
    @inline(never)
    private func receiveLast(_ byte: UInt8, from port: UInt8, at time: UInt64) -> Bool {
        guard let message = ports[Int(port)].parser.last(byte) else { return false }
        router.pointee.receiveNow(message, from: port)
        afterPanic(at: time)
        show(message, at: time)
        if ports[Int(port)].isWatched { watch(until: time + Engine.sensingTimeout) }
        return true
    }

    /// What comes, until all is taken or a message of three bytes may stand there again.
    @_optimize(speed)
    @inline(never)
    private func receiveAny(_ bytes: UnsafeRawBufferPointer, _ place: inout Int, from port: UInt8, at time: UInt64) {
        let input = ports + Int(port)
        let strays = input.pointee.parser.droppedBytes
        repeat {
            // Of what is held back each byte may be the one that does not match (R17).
            let end = holdsBack(port) ? place + 1 : bytes.count
            let some = UnsafeRawBufferPointer(start: bytes.baseAddress, count: end)
            if let message = input.pointee.parser.next(in: some, at: &place) {
                receive(message, from: port, at: time)
                afterPanic(at: time)
            }
            if place > 0 && holdsBack(port) && !Status.isStatus(bytes[place - 1]) {
                router.pointee.sysExByte(bytes[place - 1], from: port, at: time)
            }
        } while place < bytes.count && !input.pointee.parser.isIdle
        if place == bytes.count && input.pointee.parser.isInSysEx && Engine.endsWithData(bytes) {
            router.pointee.sysExContinues(from: port, at: time)
        }
        if input.pointee.parser.droppedBytes != strays { notices.pointee.changes &+= 1 }
    }

    /// What the display shows of a message, and lights up at.
    @inline(__always)
    private func show(_ message: Message, at time: UInt64) {
        notices.pointee.lastMessage = message
        notices.pointee.backlight.event(at: time)
    }

    /// Whether a SysEx that is coming in is held back by some routing.
    @inline(__always)
    private func holdsBack(_ port: UInt8) -> Bool {
        ports[Int(port)].parser.isInSysEx && router.pointee.holdsBack(port)
    }

    /// Whether data bytes came last, real-time aside.
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
        router.pointee.receive(message, from: port, at: time)
    }

    @inline(never)
    private func passes(realTime message: Message, from port: UInt8, at time: UInt64) -> Bool {
        switch message.kind {
        case .timingClock: return true
        case .activeSensing:
            // S7: consumed here; from now on silence means unplugged.
            ports[Int(port)].isWatched = true
            return router.pointee.traits(of: port).passesActiveSensing
        default:
            notices.pointee.backlight.event(at: time)
            return true
        }
    }

    /// A contact closed or opened, as the kernel stamped it.
    package func contact(_ index: Int, closed: Bool, at time: UInt64) {
        recorder?.note(.contact, port: UInt8(index), detail: closed ? 1 : 0, at: time)
        advance(to: time)
        notices.pointee.backlight.event(at: time)
        if closed { readStartNotice() }
        switches.pointee.edge(index, closed: closed, at: time) { gesture($0, $1, $2) }
        afterMenu()
    }

    /// The level of a contact as it is read back after its lock-out (F1).
    package func level(_ index: Int, closed: Bool) {
        if switches.pointee.isClosed(index) == closed { return }
        recorder?.note(.level, port: UInt8(index), detail: closed ? 1 : 0, at: router.pointee.time)
        switches.pointee.level(index, closed: closed)
    }

    /// An acceleration in g (F4), of which millionths count: what a script can say.
    package func motion(_ x: Double, _ y: Double, _ z: Double, at time: UInt64) {
        let (x, y, z) = (Engine.millionths(x), Engine.millionths(y), Engine.millionths(z))
        recorder?.move(x, y, z, at: time)
        advance(to: time)
        tilt.pointee.sample(Double(x) / 1e6, Double(y) / 1e6, Double(z) / 1e6, at: time) { tilted($0, $1, $2) }
    }

    /// Nearest; what is no acceleration stays none.
    private static func millionths(_ value: Double) -> Int32 {
        guard value.magnitude <= 2000 else { return Int32.max }
        return Int32(value * 1e6 + (value < 0 ? -0.5 : 0.5))
    }

    /// The sensor answers, or no longer does (F5).
    package func motion(answers: Bool, at time: UInt64) {
        if notices.pointee.hasNoTilt == answers { notices.pointee.backlight.event(at: time) }
        notices.pointee.hasNoTilt = !answers
    }

    /// The first preset is loaded and, where the box ticks while stopped, the grid begins (K1).
    ///
    /// - Parameter tempo: hundredths of BPM to go on with (P6); nil: as the files say.
    package func begin(preset: PresetIndex, tempo: UInt32? = nil, at time: UInt64) {
        notices.pointee.backlight.event(at: time)
        router.pointee.beginClock(at: time)
        router.pointee.load(preset, at: time)
        if let tempo { router.pointee.resume(tempo: tempo) }
        advance(to: time)
    }

    package func perform(_ action: Action, at time: UInt64) {
        recorder?.perform(action, at: time)
        advance(to: time)
        notices.pointee.backlight.event(at: time)
        router.pointee.perform(action, at: time)
        afterPanic(at: time)
    }

    private func gesture(_ control: UInt8, _ down: Bool, _ at: UInt64) {
        if let gesture = Footswitches.menuGesture(control, down) { return menuGesture(gesture, at: at) }
        router.pointee.receive(
            Message(contact: control, value: down ? 127 : 0), from: Source.footswitches, at: at)
        afterPanic(at: at)
    }

    private func tilted(_ axis: UInt8, _ value: UInt16, _ at: UInt64) -> Bool {
        let before = router.pointee.tiltsSent
        router.pointee.receive(Message(motion: axis, value: value), from: Source.motion, at: at)
        afterPanic(at: at)
        return router.pointee.tiltsSent != before
    }
}

extension Engine {
    /// The loop has stood still until `time`: overdue ticks of a long stop are left out (K1). No script can say that.
    @inline(never)
    package func goOnAfterStop(at time: UInt64) {
        if router.pointee.goOnAfterStop(at: time) { recorder?.breakOff(at: time) }
    }

    /// Lets time run up to `time`: everything due by then happens at its own instant.
    @inline(__always)
    package func advance(to time: UInt64) {
        if deadline <= time { doDue(until: time) }
        router.pointee.advance(to: time)
    }

    @_optimize(speed)
    @inline(never)
    private func doDue(until time: UInt64) {
        while true {
            let next = deadline
            if next > time { return }
            router.pointee.advance(to: next)
            // What was only read back has no time of its own.
            switches.pointee.advance(to: max(next, router.pointee.time)) { gesture($0, $1, $2) }
            if menu.pointee.menu.nextDeadline <= next { menu.pointee.menu.advance(to: next, menuLists) }
            afterMenu()
            tilt.pointee.advance(to: next) { tilted($0, $1, $2) }
            if silenceAt.pointee <= next { findSilent(at: next) }
        }
    }

    /// When something is due next; may be early, never late.
    package var deadline: UInt64 {
        @inline(__always)
        get {
            min(
                min(router.pointee.deadline, switches.pointee.nextDeadline),
                min(tilt.pointee.nextDeadline, min(menu.pointee.menu.nextDeadline, silenceAt.pointee)))
        }
    }

    /// When something is due that a contact may have to do with.
    @inline(__always)
    package var contactsDeadline: UInt64 { min(switches.pointee.nextDeadline, menu.pointee.menu.nextDeadline) }

    private func watch(until time: UInt64) {
        if time < silenceAt.pointee { silenceAt.pointee = time }
    }

    private func findSilent(at time: UInt64) {
        silenceAt.pointee = UInt64.max
        for port in 0..<UInt8(Engine.portCount) where ports[Int(port)].isWatched {
            let due = ports[Int(port)].heardAt + Engine.sensingTimeout
            if due > time {
                watch(until: due)
            } else {
                // S7: silent is as good as unplugged, until the next Active Sensing; the display does not say so.
                ports[Int(port)].isWatched = false
                lose(port, at: time)
            }
        }
    }
}
