import MIDI
import Plan

// MIDI-CI is addressed to the box itself: the responder receives it, and only routings that ask for it pass it on
// (U11).
extension Router {
    /// Processes a piece of a SysEx that may belong to a MIDI-CI message. Returns whether the piece must not be routed.
    mutating func admitsInquiry(_ message: Message, from source: UInt8) -> Bool {
        switch message.sysExStatus {
        case .complete, .start: beginsInquiry(message, from: source)
        case .continue, .end: continuesInquiry(message, from: source)
        case nil: false
        }
    }

    private mutating func beginsInquiry(_ message: Message, from source: UInt8) -> Bool {
        inputs.inquiries.forget(source)
        switch Inquiries.beginning(message) {
        case .other: return false
        case .undecided:
            inputs.inquiries.wait(message, from: source)
            return true
        case .inquiry:
            inputs.inquiries.begin(source, isKept: isAnswering(source))
            inputs.inquiries.keep(message, from: source)
            let isHeard = isInquiryHeard(from: source)
            if !isHeard && isTraced { tellOfInquiry(message, from: source) }
            if message.sysExStatus == .complete {
                if isHeard { routeShortInquiry(message, from: source) }
                return true
            }
            return !isHeard
        }
    }

    /// Whether the responder may answer at a port: MIDI-CI needs both directions (U9).
    private mutating func isAnswering(_ source: UInt8) -> Bool {
        if source >= Limits.ports { return false }
        return plan.ports[Int(source)].offersCI && plan.ports[Int(source)].sends
    }

    private mutating func continuesInquiry(_ message: Message, from source: UInt8) -> Bool {
        if let first = inputs.inquiries.takeUndecided(of: source) {
            decide(first, message, from: source)
            return true
        }
        // Not withheld: without a routing that took the beginning, the piece has no path to follow.
        if inputs.inquiries.isOpen(source) { inputs.inquiries.keep(message, from: source) }
        return false
    }

    /// Identifies a SysEx whose first UMP has less than three bytes by its next piece. Both are then routed as if
    /// their bytes had arrived together.
    private mutating func decide(_ first: Message, _ next: Message, from source: UInt8) {
        var head = InlineArray<6, UInt8>(repeating: 0)
        var rest = InlineArray<6, UInt8>(repeating: 0)
        let (begun, total) = (first.sysExCount, first.sysExCount + next.sysExCount)
        for index in 0..<total {
            let byte = index < begun ? first.sysExByte(index) : next.sysExByte(index - begun)
            if index < Message.sysExCapacity { head[index] = byte } else { rest[index - Message.sysExCapacity] = byte }
        }
        let isEnd = next.sysExStatus == .end
        let headCount = min(total, Message.sysExCapacity)
        let isWhole = isEnd && headCount == total
        receiveAny(
            Message(sysEx: isWhole ? .complete : .start, head, count: headCount, group: next.group), from: source)
        if isWhole || !isEnd && headCount == total { return }
        receiveAny(
            Message(sysEx: isEnd ? .end : .continue, rest, count: total - headCount, group: next.group), from: source)
    }

    /// Whether a routing of the running preset passes on the MIDI-CI of a source.
    private mutating func isInquiryHeard(from source: UInt8) -> Bool {
        for concern in everyRouting(of: source)
        where preset.routings.at(concern.routing).pointee.hearsInquiries { return true }
        return false
    }

    /// Whether a routing may pass on the current SysEx of a source: either it is no MIDI-CI message, or the routing
    /// asks for MIDI-CI.
    @inline(__always)
    mutating func hears(_ routing: UnsafePointer<Routing>, from source: UInt8) -> Bool {
        !inputs.inquiries.isOpen(source) || routing.pointee.hearsInquiries
    }

    /// Whether a filter of a routing stops the SysEx that begins with `message`. Traces the reason.
    mutating func stopsSysEx(
        _ message: Message, _ routing: UnsafePointer<Routing>, _ concern: Concern, from source: UInt8
    ) -> Bool {
        if !inputs.inquiries.isOpen(source) {
            if !isFiltered(.sysEx, by: routing, concern) { return filtersFullFrame(message, routing, concern) }
            if routing.pointee.passesFullFrames && message.beginsFullFrame { return false }
            why(.filtered, concern.routing)
            return true
        }
        if routing.pointee.hearsInquiries { return false }
        why(.filteredInquiry, concern.routing)
        return true
    }

    /// R3: whether a routing filters time code and `message` begins a full frame. Traces the reason.
    mutating func filtersFullFrame(
        _ message: Message, _ routing: UnsafePointer<Routing>, _ concern: Concern
    ) -> Bool {
        if !isFiltered(.timeCode, by: routing, concern) || !message.beginsFullFrame { return false }
        why(.filteredTimeCode, concern.routing)
        return true
    }

    /// Routes a MIDI-CI message of a single UMP. It is malformed, so the responder drops it, but routings that ask
    /// for MIDI-CI pass it on.
    private mutating func routeShortInquiry(_ message: Message, from source: UInt8) {
        if isTraced { hear(message, from: source, isNew: true) }
        for concern in concerned(by: message, from: source) {
            guard let routing = admitted(concern, channel: nil), !stopsSysEx(message, routing, concern, from: source)
            else {
                continue
            }
            for destination in destinations(of: routing, from: source) {
                if outputs.isFeedback(message, from: source, to: destination, at: now) { continue }
                outputs.send(message, to: destination, at: now)
            }
        }
    }

    private mutating func tellOfInquiry(_ message: Message, from source: UInt8) {
        outputs.tracer.route(message, from: source)
        tell(.received, routing: .none)
        tell(.inquiry, routing: .none)
    }
}

// MARK: - The responder

extension Router {
    /// Whether a responder answers MIDI-CI. Otherwise MIDI-CI messages are only discarded.
    package var answersInquiries: Bool {
        get { inputs.inquiries.isAnswered }
        set { inputs.inquiries.isAnswered = newValue }
    }

    /// Whether a piece of a MIDI-CI message is queued for the responder.
    package var hasInquiry: Bool {
        @inline(__always)
        mutating get { !inputs.inquiries.isEmpty }
    }

    /// The oldest queued piece of a MIDI-CI message; nil if there is none. A piece that begins a message cancels an
    /// unfinished message of the same port.
    package var firstInquiry: InquiryPiece? {
        mutating get { inputs.inquiries.first }
    }

    /// Removes the oldest piece after the responder has read it.
    package mutating func removeFirstInquiry() { inputs.inquiries.removeFirst() }

    /// Number of MIDI-CI messages since the start that were too long or arrived too fast for the responder; wraps.
    package var droppedInquiries: UInt32 {
        mutating get { inputs.inquiries.dropped }
    }
}
