import MIDI
import Program

extension Compiler {
    /// Warns of an inserted routing that remaps a controller which another routing lets through to the same place: the
    /// remap then replaces nothing.
    func warnOfRawInput(_ first: PlacedRouting, _ second: PlacedRouting) -> Bool {
        if first.insert?.place == second.insert?.place { return false }
        // A preset that remaps beside what it inserts may well mean it.
        for (remapping, passing) in [(first, second), (second, first)] where remapping.insert != nil {
            guard let raw = RawInput(remapping.model, passing.model) else { continue }
            log.warning(
                second.place,
                "\(remapping.name) remaps \(raw.controller) of `\(sourceName(raw.source))`, which \(passing.name), at "
                    + "\(shown(passing.model.place)), also lets through to "
                    + "`\(clipped(reader.box.ports[raw.destination].alias))` as it is")
            return true
        }
        return false
    }
}

/// A controller that one routing remaps and another lets through, from one source to one destination and channel.
private struct RawInput {
    var controller: String
    var source: UInt8
    var destination: Int

    init?(_ remapping: RoutingModel, _ passing: RoutingModel) {
        if remapping.remaps.isEmpty || remapping.routing.bypassed || remapping.routing.muted { return nil }
        // One of them is meant for when the other is not.
        if passing.routing.muted || remapping.conditions != nil || passing.conditions != nil { return nil }
        guard passing.passes(.controlChange), let destination = Doubling.destination(remapping.routing, passing.routing)
        else { return nil }
        for source in remapping.sources where source.source < Source.clock {
            guard let other = passing.sources.first(where: { $0.source == source.source }) else { continue }
            let channels = source.channels & other.channels & remapping.takenChannels & passing.takenChannels
            guard Doubling.sameChannel(remapping, passing, channels) else { continue }
            for remap in remapping.remaps {
                guard let name = RawInput.name(remap.slot) else { continue }
                let isTaken = passing.remaps.contains { $0.slot == remap.slot || $0.backSlot == remap.slot }
                if isTaken && !passing.routing.bypassed { continue }
                (controller, self.source, self.destination) = (name, source.source, Int(destination))
                return
            }
        }
        return nil
    }

    /// The name of a controller that is a message of its own; nil: what moves the input does not pass.
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
