import MIDI
import Plan

extension Outputs {
    /// Sends a message (not a piece of a longer SysEx) to a destination, at once or in its turn (S8, S9). Stores its
    /// controller value (H9, H10), even while the destination is away.
    mutating func send(_ message: Message, to destination: PortIndex, at now: UInt64) {
        channels.tell(message, to: destination)
        send(message, to: destination, as: .any, at: now)
    }

    /// The type of a message, if the caller knows it. `controlChange` and `other` start nothing that would have to be
    /// ended.
    enum Known { case noteOn, noteOff, controlChange, other, any }

    /// Sends a message that moves no controller stored by `ChannelStates`.
    ///
    /// - Parameter isAnswer: false if the message being routed is known not to be a return (R19).
    @inline(__always)
    mutating func send(
        _ message: Message, to destination: PortIndex, as known: Known, at now: UInt64, isAnswer: Bool = true
    ) {
        if !outbox[destination].takesAll { return queue(message, to: destination, at: now) }
        if !transmit(raw: message, to: destination, at: now) {
            return queue(refused: message, to: destination, at: now)
        }
        switch known {
        case .noteOn: heard[destination].hearNoteOn(message)
        case .noteOff: heard[destination].hearNoteOff(message, at: now)
        case .controlChange: break
        case .other: return feedback.remember(message, to: destination, at: now, isAnswer: isAnswer)
        case .any:
            heard[destination].hear(message, at: now)
            return feedback.remember(message, to: destination, at: now, isAnswer: isAnswer)
        }
        feedback.rememberCounting(message, to: destination, at: now, isAnswer: isAnswer)
    }

    /// The driver answered "not now": blocks the port, so that the message waits as behind a slow wire.
    @inline(never)
    private mutating func queue(refused message: Message, to destination: PortIndex, at now: UInt64) {
        outbox[destination].block(for: message)
        queue(message, to: destination, at: now)
    }

    /// Slow path: the destination may be absent, a wire, blocked, in use or traced.
    @inline(never)
    private mutating func queue(_ message: Message, to destination: PortIndex, at now: UInt64) {
        if outbox[destination].speaks.isUMP { return queue(asUMPs: message, to: destination, at: now) }  // U3
        // Fast path: a free wire accepts a channel message, and so does an interleaved port during a SysEx.
        if outbox[destination].admitsMessage(at: now) && message.isChannelMessageOfFirstGroup {
            let sentAt = outbox[destination].wire.end(of: message.status & 0xE0 == 0xC0 ? 2 : 3, at: now)
            if transmit(message, to: destination, sentAt: sentAt, at: now) {
                outbox[destination].keepBusy(until: sentAt)
                return feedback.rememberCounting(message, to: destination, at: now, isAnswer: true)
            }
        }
        if !outbox[destination].isPresent { return tracer.report(.unplugged, to: destination, at: now) }
        if isWatched { watch(message, as: message, to: destination, at: now) }
        let lane = outbox[destination].lane(of: message)
        if outbox[destination].isTurn(of: lane) && transmit(message, to: destination, at: now) {
            return feedback.remember(message, to: destination, at: now, isAnswer: true)
        }
        feedback.rememberWaiting(message, to: destination, at: now)
        // A refused message waits as behind a slow wire, so its lane is computed again.
        queue(message, in: outbox[destination].lane(of: message), path: .none, to: destination, at: now)
    }

    /// Hands a message to the driver if the wire is free. Returns false if the wire or the driver is not ready.
    mutating func transmit(_ message: Message, to port: PortIndex, at now: UInt64) -> Bool {
        if outbox[port].isBlocked(for: message) { return false }
        if !outbox[port].wire.isSlow { return transmit(message, to: port, sentAt: now, at: now) }
        var sentAt = now
        if message.isRealTime {
            sentAt = outbox[port].slipIn(at: now)
        } else if outbox[port].wire.isFree(at: now) {
            sentAt = outbox[port].wire.end(of: message.wireLength, at: now)
        } else {
            schedule(at: outbox[port].wire.isFreeAt)
            return false
        }
        if !transmit(message, to: port, sentAt: sentAt, at: now) { return false }
        outbox[port].keepBusy(until: sentAt)
        return true
    }

    /// Same as `transmit(_:to:at:)`, for a free wire.
    ///
    /// - Parameter sentAt: when the last byte will be out, in nanoseconds.
    @inline(__always)
    private mutating func transmit(_ message: Message, to port: PortIndex, sentAt: UInt64, at now: UInt64) -> Bool {
        if outbox[port].speaks.isUMP { return transmit(asUMP: message, to: port, at: now) }
        if !transmit(raw: message, to: port, at: sentAt) {
            outbox[port].block(for: message)
            return false
        }
        heard[port].hear(message, at: now)
        return true
    }
}

// MARK: - Draining

extension Outputs {
    /// Unblocks a port whose driver is ready again, and sends its waiting messages.
    mutating func ready(_ port: PortIndex, at now: UInt64) {
        outbox[port].unblock()
        drain(port, at: now)
    }

    /// Sends waiting messages, the most urgent first, until the port accepts no more (S9).
    mutating func drain(_ port: PortIndex, at now: UInt64) {
        while let lane = outbox[port].mostUrgent {
            let slot = outbox[port].first(lane)
            let (message, path) = (outbox[slot].message, outbox[slot].path)
            if !transmit(message, to: port, at: now) { return }
            if path.isNone {
                rememberWaited(message, to: port, at: now)
            } else if message.sysExStatus == .end {
                feedback.rememberWaited(sysEx[path].whole, to: port, at: now)
            }
            outbox.remove(slot, of: port)
            if feedback.test.isDoubling { holdBack(at: now) }
            if !path.isNone {
                sysEx.removeWaiting(path)
                began(path, isEnd: message.sysExStatus == .end, on: port, at: now)
            }
        }
    }
}
