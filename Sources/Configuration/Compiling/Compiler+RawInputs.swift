import Settings
import MIDI
import Plan

extension Compiler {
    /// Warns if an inserted routing remaps a controller that another routing passes unchanged to the same destination,
    /// which then gets the controller as well as the remap's output.
    func warnOfRawInput(_ first: PlacedRouting, _ second: PlacedRouting) -> Bool {
        if first.insert?.place == second.insert?.place { return false }
        // The author of a preset who adds a remap beside an inserted routing probably means both.
        for (remapping, passing) in [(first, second), (second, first)] where remapping.insert != nil {
            guard let raw = RawInput(remapping.model, passing.model, reader) else { continue }
            log.warning(
                second.place,
                "\(remapping.name) remaps \(raw.controller) of `\(sourceName(raw.source))`, which \(passing.name), at "
                    + "\(shown(passing.model.place)), also passes to "
                    + "`\(clipped(reader.box.ports[raw.destination.position].alias))` unchanged")
            return true
        }
        return false
    }
}

/// A controller that one routing remaps and another passes, from one source to one destination and channel.
private struct RawInput {
    var controller: String
    var source: UInt8
    var destination: PortIndex

    init?(_ remapping: RoutingModel, _ passing: RoutingModel, _ reader: Reader) {
        if remapping.remaps.isEmpty || remapping.routing.bypassed || remapping.routing.muted { return nil }
        // A muted or conditional routing is probably an alternative to the other.
        if passing.routing.muted || remapping.conditions != nil || passing.conditions != nil { return nil }
        if !passing.passes(.controlChange) { return nil }
        for source in remapping.sources where source.source < Source.clock {
            guard let other = passing.sources.first(where: { $0.source == source.source }),
                let destination = Doubling.destination(remapping, passing, from: source.source)
            else { continue }
            let channels = source.channels & other.channels & remapping.takenChannels & passing.takenChannels
            guard Doubling.sameChannel(remapping, passing, channels) else { continue }
            for remap in remapping.remaps {
                let slot = reader.plainSlot(remap.slot)
                guard let name = RawInput.name(slot) else { continue }
                let isTaken = passing.remaps.contains {
                    reader.plainSlot($0.slot) == slot || $0.backSlot.map { reader.plainSlot($0) } == slot
                }
                if isTaken && !passing.routing.bypassed { continue }
                (controller, self.source, self.destination) = (name, source.source, destination)
                return
            }
        }
        return nil
    }

    /// Returns the name of a controller that is a single message; nil for an input whose messages never pass
    /// unchanged.
    private static func name(_ slot: Int) -> String? {
        switch slot {
        case 0..<ControlInput.pitchBend: "cc \(slot)"
        case ControlInput.pitchBend: "pitch-bend"
        case ControlInput.channelPressure: "channel-pressure"
        case ControlInput.program: "program"
        default: nil
        }
    }
}
