import MIDI
import Plan

// `pick-up` and `repeats` (R27), of remaps and of the controllers of a routing.
extension Reader {
    /// Reads `pick-up` and `repeats` of a remap.
    func readGate(
        _ fields: inout Fields, from: Controller?, to: Controller?, _ kind: ValueMode.Kind, isFiltered: Bool
    ) -> RemapGate {
        var gate = RemapGate()
        let (pickUpEntry, repeatsEntry) = (fields.take("pick-up"), fields.take("repeats"))
        if pickUpEntry == nil && repeatsEntry == nil { return gate }
        gate.picksUp = boolean(pickUpEntry) ?? false
        gate.dropsRepeats = !(boolean(repeatsEntry) ?? true)
        if isFiltered {
            for case let entry? in [pickUpEntry, repeatsEntry] {
                log.warning(entry.place, "`\(entry.key)` does nothing here; `filter: true` sends nothing anyway")
            }
            return RemapGate()
        }
        if let entry = pickUpEntry, gate.picksUp {
            if kind != .direct {
                wrong(entry, "false here: pick-up goes with mode direct, because a position has to be reached")
            } else if let from, !from.hasPosition {
                wrong(entry, "false here: pick-up goes with an input that has a position, such as cc 7 or pedal 1")
            } else if let to, !to.canBePickedUp {
                wrong(entry, "false here: pick-up goes with cc, pitch-bend and channel-pressure as output")
            }
        }
        if let entry = repeatsEntry, gate.dropsRepeats, let to, !to.isTracked {
            wrong(entry, "true here: repeats of cc, pitch-bend, channel-pressure and program can be dropped only")
        }
        return gate
    }

    /// Reads `pick-up` of the controllers of a routing. Call it when their `filter` is known.
    func readPickUp(_ entry: YAMLNode.Entry?, _ model: inout RoutingModel) {
        guard let entry, boolean(entry) == true else { return }
        if model.routing.filters(.controlChange) {
            log.warning(entry.place, "`pick-up` does nothing here; `filter: true` passes no controllers")
            return
        }
        model.picksUp = true
    }
}

extension Controller {
    /// Whether the controller stays where it was moved, so that it can be picked up.
    fileprivate var hasPosition: Bool {
        switch self {
        case .controlChange, .pair, .pitchBend, .pitchBendCoarse, .channelPressure, .motion, .pedal, .parameter: true
        case .variable: true
        case .knob(let id): id % ControlInput.knobSlots == 0
        case .relative, .program, .noteValue, .noteVelocity, .key, .contact, .message, .machineControl: false
        }
    }

    /// Whether it is known what a destination heard last of the controller.
    fileprivate var isTracked: Bool { canBePickedUp || self == .program }

    fileprivate var canBePickedUp: Bool {
        switch self {
        case .controlChange, .pair, .pitchBend, .pitchBendCoarse, .channelPressure: true
        default: false
        }
    }
}
