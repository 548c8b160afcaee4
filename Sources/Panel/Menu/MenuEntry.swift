/// The entries of the first page of the menu. Their order never changes, because users count steps with the foot (M3).
public enum MenuEntry: UInt8, BitwiseCopyable, Sendable {
    case preset, tempo, save, undo, revert, learn, tilt, panic, ports, counters, recorder, faults, version

    static let count = Int(MenuEntry.version.rawValue) + 1

    /// The entry at an index; nil past the last.
    public init?(at index: Int) {
        guard 0..<MenuEntry.count ~= index else { return nil }
        self.init(rawValue: UInt8(index))
    }

    public var word: StaticString {
        switch self {
        case .preset: "Preset"
        case .tempo: "Tempo"
        case .save: "Save"
        case .undo: "Undo"
        case .revert: "Revert"
        case .learn: "Learn"
        case .tilt: "Tilt"
        case .panic: "Panic"
        case .ports: "Ports"
        case .counters: "Counters"
        case .recorder: "Recorder"
        case .faults: "Faults"
        case .version: "Treadle"
        }
    }
}

/// The entries of the menu page `Tempo`.
public enum MenuTempo {
    static let count = 3

    /// Returns the word of the entry at an index 0..<3.
    public static func word(_ index: Int) -> StaticString {
        switch index {
        case 0: "Tap"
        case 1: "+1"
        default: "-1"
        }
    }
}

extension Menu.Page {
    /// The title in the first row.
    public var title: StaticString {
        switch self {
        case .closed: ""
        case .top: "MENU"
        case .presets: "PRESET"
        case .tempo: "TEMPO"
        case .learn, .learning: "LEARN"
        case .tilt: "TILT"
        case .learnt: "LEARNT"
        case .ports: "PORTS"
        case .counters: "COUNTERS"
        case .faults: "FAULTS"
        }
    }
}
