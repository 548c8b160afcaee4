import Routing
import Plan
import MIDI
import Panel

extension Engine {
    package func inputCame(_ port: PortIndex) {
        recorder?.note(.inputCame, port: port, at: router.time)
        ports[port.position].hasInput = true
        ports[port.position].parser.finish { _ in }
        umpInputs[port.position] = UMPInput()
        ports[port.position].isWatched = false
    }

    package func inputWent(_ port: PortIndex, at time: UInt64) {
        recorder?.note(.inputWent, port: port, at: time)
        advance(to: time)
        if !ports[port.position].hasInput { return }
        ports[port.position].hasInput = false
        ports[port.position].isWatched = false
        lose(port, at: time)
    }

    /// See `Router.outputCame` for `byteTime`, `lead` and `speaks`.
    package func outputCame(
        _ port: PortIndex, byteTime: UInt64, lead: UInt64, speaks: PortProtocol = .bytes, at time: UInt64
    ) {
        recorder?.note(.outputCame, port: port, detail: (byteTime > 0 ? 1 : 0) | speaks.rawValue << 1, at: time)
        advance(to: time)
        ports[port.position].hasOutput = true
        router.outputCame(port, byteTime: byteTime, lead: lead, speaks: speaks, at: time)
    }

    /// See `Router.outputWent` for `unheard`.
    package func outputWent(_ port: PortIndex, unheard: UInt64 = 0, at time: UInt64) {
        recorder?.note(.outputWent, port: port, detail: unheard > 0 ? 1 : 0, at: time)
        advance(to: time)
        ports[port.position].hasOutput = false
        router.outputWent(port, unheard: unheard, at: time)
    }

    /// Continues the output of a port whose driver accepts messages again.
    package func outputReady(_ port: PortIndex, at time: UInt64) {
        recorder?.note(.flow, port: port, at: time)
        advance(to: time)
        router.ready(port: port, at: time)
    }

    /// Sends a panic to one port (E3).
    package func silence(_ port: PortIndex, at time: UInt64) {
        recorder?.note(.silence, port: port, at: time)
        advance(to: time)
        router.silence(port, at: time)
    }

    /// E5: ends all notes and controllers. Afterwards only the router may be used, to send waiting messages.
    package func end(at time: UInt64) {
        advance(to: time)
        router.end(at: time)
    }

    /// Announces on the display that a port was connected or disconnected (D3).
    package func announce(_ port: PortIndex, came: Bool, at time: UInt64) {
        let name = DisplayText<6>(router.traits(of: port).name)
        notices.port = DisplayState.PortEvent(name: name, came: came, at: time)
        notices.backlight.event(at: time)
    }

    /// Handles the loss of an input: drops a partial message and closes a SysEx that was begun (S4), then releases keys
    /// and controllers (H9).
    package func lose(_ port: PortIndex, at time: UInt64) {
        ports[port.position].parser.close { message in router.receive(message, from: port.rawValue, at: time) }
        closeUMPs(of: port, at: time)
        router.inputWent(port, at: time)
    }

    /// H10: after a panic, closes a SysEx that an input is receiving, ignores its rest (S4), and resets the count of
    /// stray bytes. Called after each message, because any message may cause a panic.
    @inline(__always)
    func afterPanic(at time: UInt64) {
        if router.status.panicCount != notices.panics { closeInputs(at: time) }
    }

    @inline(never)
    private func closeInputs(at time: UInt64) {
        notices.panics = router.status.panicCount
        for port in 0..<UInt8(Engine.portCount) {
            ports[Int(port)].parser.close { message in router.receive(message, from: port, at: time) }
            closeUMPs(of: PortIndex(rawValue: port), at: time)
        }
        notices.straysAtPanic = strayBytes
    }

    /// Stray input that was dropped since the start, of all inputs together: data bytes without a status (S3), and
    /// UMPs of types that the standard reserves. Wraps.
    var strayBytes: UInt32 {
        var sum: UInt32 = 0
        for port in 0..<Engine.portCount {
            sum &+= ports[port].parser.droppedBytes &+ umpInputs[port].reader.skippedUMPs
        }
        return sum
    }
}
