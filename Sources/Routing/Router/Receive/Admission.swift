import MIDI
import Plan

// The first stages of R2: mute, the source's own channels, channel restriction, conditions. They decide whether a
// message reaches the other stages of a routing.
extension Router {
    /// The routings that a message may concern, in listed order.
    @inline(__always)
    mutating func concerned(by message: Message, from source: UInt8) -> UnsafeBufferPointer<Concern> {
        concerned(by: message, as: message.kind, from: source)
    }

    @inline(__always)
    mutating func concerned(
        by message: Message, as kind: MessageKind, from source: UInt8
    ) -> UnsafeBufferPointer<Concern> {
        let slot = asksAll ? Concerns.everything : Concerns.slot(kind: kind, channel: message.channel)
        return preset.concerns.routings(source: source, slot: slot)
    }

    /// All routings that name a source, in listed order.
    mutating func everyRouting(of source: UInt8) -> UnsafeBufferPointer<Concern> {
        preset.concerns.routings(source: source, slot: Concerns.everything)
    }

    /// Whether every routing of a source must be asked, because the lists by kind and channel omit some that matter: a
    /// routing is bypassed by hand (R4), or a trace needs the reason why a routing stops the message.
    @inline(__always)
    var asksAll: Bool {
        mutating get { byHand.hasBypassByHand || isTraced }
    }

    /// The routing, if a message on `channel` reaches it; nil if not. `channel` is nil for a message without a channel.
    @inline(__always)
    mutating func admitted(_ concern: Concern, channel: UInt8?) -> UnsafePointer<Routing>? {
        if let channel, !admits(concern, channel) {
            why(.channel, concern.routing)
            return nil
        }
        if isShut(concern.routing) {
            if isTraced { whyShut(concern.routing) }
            return nil
        }
        working = AtWork(concern.routing)
        return preset.routings.at(concern.routing)
    }

    /// Whether a routing accepts a channel of a source. Bypass lifts the routing's channel restriction, not that of the
    /// source (R4).
    @inline(__always)
    mutating func admits(_ concern: Concern, _ channel: UInt8) -> Bool {
        let bit: UInt16 = 1 &<< UInt16(channel)
        return concern.channels & bit != 0
            && (preset.routings[concern.routing].channels & bit != 0 || isBypassed(concern.routing))
    }

    /// Whether a routing blocks everything: it is muted, or its conditions fail (R3) and it is not bypassed (R4).
    @inline(__always)
    mutating func isShut(_ routing: RoutingIndex) -> Bool { shut & routing.bit != 0 }

    /// The routings that block everything, one bit each.
    @inline(__always)
    var shut: UInt64 {
        mutating get { byHand.states.muted | stages.conditions.failing & ~byHand.states.bypassed }
    }

    @inline(__always)
    mutating func isMuted(_ routing: RoutingIndex) -> Bool { byHand.isMuted(routing) }

    @inline(__always)
    mutating func isBypassed(_ routing: RoutingIndex) -> Bool { byHand.isBypassed(routing) }

    /// Traces why a routing is blocked.
    mutating func whyShut(_ routing: RoutingIndex) { why(isMuted(routing) ? .muted : .conditions, routing) }
}

// MARK: - Filters

extension Router {
    /// Whether a routing filters a kind of message, which bypass prevents (R4). Traces the reason.
    @inline(__always)
    mutating func filters(_ routing: UnsafePointer<Routing>, _ kind: MessageKind, _ concern: Concern) -> Bool {
        if !isFiltered(kind, by: routing, concern) { return false }
        why(.filtered, concern.routing)
        return true
    }

    /// Whether a routing filters a message with a channel. Traces the reason. `only` may name a Control Change whose
    /// kind is filtered (R23).
    @inline(__always)
    mutating func filters(_ routing: UnsafePointer<Routing>, _ message: Message, _ concern: Concern) -> Bool {
        if !isFiltered(message.kind, by: routing, concern) { return false }
        if message.isControlChange && routing.pointee.chooses(message.data1) { return false }
        why(.filtered, concern.routing)
        return true
    }

    @inline(__always)
    mutating func isFiltered(_ kind: MessageKind, by routing: UnsafePointer<Routing>, _ concern: Concern) -> Bool {
        routing.pointee.filters(kind) && !isBypassed(concern.routing)
    }
}
