import Settings
import MIDI
import Plan

/// A routing of a preset with the `insert` that it came from, or nil for a routing of the preset itself.
struct PlacedRouting {
    var model: RoutingModel
    /// Position in the preset, from 1.
    var number: Int
    var insert: Reference?

    /// The routing's name in warnings.
    var name: String { model.name.map { "`\(clipped($0))`" } ?? "routing \(number)" }

    /// The place to which warnings point: the `insert`, or the routing itself.
    var place: Place { insert?.place ?? model.place }
}

extension Compiler {
    /// R19: warns of routings that send a message twice, and of feedback through virtual ports. Drops no routing.
    func warnOfDoublesAndFeedback(_ preset: PresetModel) {
        let routings = placed(preset)
        let hasRunningClock = routings.contains { isFedByRunningClock($0.model) }
        for second in routings.indices {
            // At most one warning for each routing: with many equal routings, every pair would cause one.
            if (0..<second).contains(where: { warnOfDouble(routings[$0], routings[second]) }) { continue }
            if !preset.inserts.isEmpty {
                for first in 0..<second where warnOfRawInput(routings[first], routings[second]) { break }
            }
            // Most presets have no such source, and then no clock meets another one.
            if hasRunningClock {
                for first in 0...second where warnOfClocks(routings[first], routings[second]) { break }
            }
        }
        warnOfFeedback(routings)
    }

    private func placed(_ preset: PresetModel) -> [PlacedRouting] {
        var placed: [PlacedRouting] = []
        func place(_ routings: [RoutingModel], _ insert: Reference?) {
            for model in routings {
                placed.append(PlacedRouting(model: model, number: placed.count + 1, insert: insert))
            }
        }
        place(preset.routings, nil)
        if preset.inserts.isEmpty { return placed }
        // Each preset counts once, for the first insert that reaches it (P4), so the inserts share `seen`.
        var seen = unseen(but: preset)
        for insert in preset.inserts {
            guard let index = index(named: insert.name) else { continue }
            var inserted: [PresetModel] = []
            gather([index], &seen, &inserted)
            for owner in inserted { place(owner.routings, insert) }
        }
        return placed
    }

    /// Whether both routings came from one insert: then the warning belongs to the inserted preset.
    func isReportedInInsert(_ first: PlacedRouting, _ second: PlacedRouting) -> Bool {
        first.insert != nil && first.insert?.place == second.insert?.place
    }

    private func warnOfDouble(_ first: PlacedRouting, _ second: PlacedRouting) -> Bool {
        if isReportedInInsert(first, second) { return false }
        guard let double = Doubling(first.model, second.model) else { return false }
        log.warning(
            second.place,
            "\(first.name), at \(shown(first.model.place)), and \(second.name) both send \(double.what) from "
                + "`\(sourceName(double.source))` to "
                + "`\(clipped(reader.box.ports[double.destination.position].alias))`, which "
                + "gets them twice")
        return true
    }

    func sourceName(_ source: UInt8) -> String {
        Source.word(of: source) ?? clipped(reader.box.ports[Int(source)].alias)
    }
}

/// The messages that two routings both send: the first match among notes, controllers, output of remaps, clock and
/// system messages. Routings that split the keyboard or the channels do not count, although both sides of a split pass
/// pedals.
struct Doubling {
    var what: String
    var source: UInt8
    var destination: PortIndex

    init?(_ a: RoutingModel, _ b: RoutingModel) {
        // A muted or conditional routing is probably an alternative to the other, so sending the same is meant.
        if a.routing.muted || b.routing.muted || a.conditions != nil || b.conditions != nil { return nil }
        for source in a.sources {
            guard let other = b.sources.first(where: { $0.source == source.source }),
                a.destinationBits(from: source.source) & b.destinationBits(from: source.source) != 0
            else { continue }
            let channels = source.channels & other.channels & a.takenChannels & b.takenChannels
            guard let what = Doubling.what(a, b, source.source, channels),
                let destination = Doubling.destination(a, b, from: source.source)
            else { continue }
            self.source = source.source
            self.destination = destination
            self.what = what
            return
        }
        return nil
    }

    /// Returns the first destination to which both routings send messages of a source.
    static func destination(_ a: RoutingModel, _ b: RoutingModel, from source: UInt8) -> PortIndex? {
        let others = b.destinations(from: source)
        return a.destinations(from: source).first { others.contains($0) }
    }

    private static func what(_ a: RoutingModel, _ b: RoutingModel, _ source: UInt8, _ channels: UInt16) -> String? {
        if source < Source.clock {
            let meets = sameChannel(a, b, channels)
            if a.passes(.noteOn) && b.passes(.noteOn) { return meets && sameNote(a, b) ? "notes" : nil }
            if a.passes(.controlChange) && b.passes(.controlChange) { return meets ? "controllers" : nil }
        }
        if sameRemap(a, b, channels) { return "the output of a remap" }
        if source == Source.clock || !a.passesChannels && !b.passesChannels { return sameSystem(a, b) }
        return nil
    }

    /// Whether both routings send some incoming channel to equal outgoing channels.
    static func sameChannel(_ a: RoutingModel, _ b: RoutingModel, _ channels: UInt16) -> Bool {
        for channel in UInt8(0)..<16 where channels & (1 << UInt16(channel)) != 0 {
            if a.outChannel(channel) == b.outChannel(channel) { return true }
        }
        return false
    }

    private static func sameNote(_ a: RoutingModel, _ b: RoutingModel) -> Bool {
        // Fast exit: most pairs are keyboard splits and have no note in common.
        let lowest = Swift.max(a.lowestNote, b.lowestNote)
        let highest = Swift.min(a.highestNote, b.highestNote)
        if lowest > highest { return false }
        let velocities = UInt8(1)...127
        return (lowest...highest).contains { a.note($0).map { $0 <= 127 } ?? false && a.note($0) == b.note($0) }
            && velocities.contains { a.velocity($0).map { $0 > 0 } ?? false && a.velocity($0) == b.velocity($0) }
    }

    private static func sameRemap(_ a: RoutingModel, _ b: RoutingModel, _ channels: UInt16) -> Bool {
        if a.routing.bypassed || b.routing.bypassed || channels == 0 { return false }
        let channel = UInt8(channels.trailingZeroBitCount)
        return a.remaps.contains { one in
            b.remaps.contains { other in
                // A remap with `hold` is probably an alternative to the other.
                one.hold == nil && other.hold == nil && one.slot == other.slot && one.backSlot == other.backSlot
                    && one.remap.sends(like: other.remap)
                    && (one.remap.channel == Routing.keepsChannel ? a.outChannel(channel) : one.remap.channel)
                        == (other.remap.channel == Routing.keepsChannel ? b.outChannel(channel) : other.remap.channel)
            }
        }
    }

    private static func sameSystem(_ a: RoutingModel, _ b: RoutingModel) -> String? {
        let sameRate = a.routing.divide == b.routing.divide && a.routing.multiply == b.routing.multiply
        if sameRate && a.passes(.timingClock) && b.passes(.timingClock) { return "clock" }
        if a.passes(.start) && b.passes(.start) { return "start and stop" }
        return nil
    }
}

extension RoutingModel {
    func passes(_ kind: MessageKind) -> Bool {
        routing.bypassed || routing.filtered & (1 << UInt32(kind.rawValue)) == 0
    }

    fileprivate var passesChannels: Bool { passes(.noteOn) || passes(.controlChange) || !remaps.isEmpty }

    var takenChannels: UInt16 { routing.bypassed ? 0xFFFF : routing.channels }

    fileprivate func outChannel(_ channel: UInt8) -> UInt8 {
        routing.channel == Routing.keepsChannel ? channel : routing.channel
    }

    fileprivate var lowestNote: UInt8 { routing.bypassed ? 0 : routing.lowestNote }
    fileprivate var highestNote: UInt8 { routing.bypassed ? 127 : routing.highestNote }

    /// Returns the outgoing note; nil if the note is outside the range.
    fileprivate func note(_ note: UInt8) -> UInt8? {
        if routing.bypassed { return note }
        return routing.lowestNote <= note && note <= routing.highestNote ? routing.noteMap?[Int(note)] ?? note : nil
    }

    fileprivate func velocity(_ velocity: UInt8) -> UInt8? {
        if routing.bypassed { return velocity }
        return routing.lowestVelocity <= velocity && velocity <= routing.highestVelocity
            ? routing.velocityMap?[Int(velocity)] ?? velocity : nil
    }
}

extension Remap {
    /// Whether two remaps of one input send equal messages, apart from the channel.
    fileprivate func sends(like other: Remap) -> Bool {
        output != .nothing && output == other.output && coarseInput == other.coarseInput && mode == other.mode
            && values == other.values
    }
}
