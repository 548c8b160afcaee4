/// What may keep a value of a remap from being sent: a `hold` (R21), `pick-up` and `repeats` (R27).
///
/// Only presets in which some remap has `pick-up` or `repeats: false` have gates, one for each of their remaps.
package struct RemapGate: Equatable, Sendable {
    /// The number of the remap's `hold`, 1...63; 0 if it has none. Takes the place of `Remap.hold`, which is 0.
    package var hold: UInt8 = 0
    private var flags: UInt8 = 0

    package init() {}

    /// `pick-up: true`: after a load nothing is sent until the value passes what the destination heard last.
    package var picksUp: Bool {
        get { flags & 1 != 0 }
        set { flags = flags & ~1 | (newValue ? 1 : 0) }
    }

    /// `repeats: false`: a value that the destination heard last is not sent.
    package var dropsRepeats: Bool {
        get { flags & 2 != 0 }
        set { flags = flags & ~2 | (newValue ? 2 : 0) }
    }

    /// Whether the remap stands for all controllers that a routing with `pick-up` only passes on.
    package var passes: Bool {
        get { flags & 4 != 0 }
        set { flags = flags & ~4 | (newValue ? 4 : 0) }
    }

    /// Whether this is more than a `hold`.
    package var isGated: Bool { flags != 0 }
}

extension ControlOutput {
    /// Whether what a destination heard last of the output is known (R27): Control Changes, bend, channel pressure and
    /// programs.
    package var isTracked: Bool {
        switch self {
        case .controlChange, .controlChangePair, .pitchBend, .pitchBendCoarse, .channelPressure, .program,
            .bankedProgram:
            true
        case .nothing, .parameter, .message, .key, .noteValue: false
        }
    }
}
