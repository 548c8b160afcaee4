/// The entries of the menu's first page. The order never changes, because players count steps with the foot (M3).
package enum MenuEntry: UInt8, BitwiseCopyable, Sendable {
    case preset, setList, tempo, save, undo, revert, learn, tilt, panic, ports, counters, recorder, faults, network
    case bluetooth, clock, edit, light, export, update, transpose, variables, pair, version

    // `Set list` exists only in a box with several set lists, `Variables` only in one with variables, `Pair` only in
    // one with a page.

    static func count(withSetLists: Bool, withVariables: Bool = false, withPage: Bool = false) -> Int {
        Int(MenuEntry.version.rawValue) - 2 + (withSetLists ? 1 : 0) + (withVariables ? 1 : 0) + (withPage ? 1 : 0)
    }

    /// Creates the entry at an index; nil after the last entry.
    package init?(at index: Int, withSetLists: Bool, withVariables: Bool = false, withPage: Bool = false) {
        let count = MenuEntry.count(withSetLists: withSetLists, withVariables: withVariables, withPage: withPage)
        guard 0..<count ~= index else { return nil }
        if index == count - 1 { self = .version; return }
        if withPage && index == count - 2 { self = .pair; return }
        self.init(rawValue: UInt8(withSetLists || index == 0 ? index : index + 1))
    }

    /// Returns the index of the entry on the page.
    func index(withSetLists: Bool, withVariables: Bool = false, withPage: Bool = false) -> Int {
        let count = MenuEntry.count(withSetLists: withSetLists, withVariables: withVariables, withPage: withPage)
        if self == .version { return count - 1 }
        if self == .pair { return count - 2 }
        return withSetLists || self == .preset ? Int(rawValue) : Int(rawValue) - 1
    }

    package var word: StaticString {
        switch self {
        case .preset: "Preset"
        case .setList: "Set list"
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
        case .network: "Network"
        case .bluetooth: "Bluetooth"
        case .clock: "Clock"
        case .edit: "Edit"
        case .light: "Light"
        case .export: "Export"
        case .update: "Update"
        case .transpose: "Transpose"
        case .variables: "Variables"
        case .pair: "Pair"
        case .version: "Treadle"
        }
    }
}

/// The entries of the menu page `Tempo`.
package enum MenuTempo {
    static let count = 3

    /// Returns the word of the entry at an index 0..<3.
    package static func word(_ index: Int) -> StaticString {
        switch index {
        case 0: "Tap"
        case 1: "+1"
        default: "-1"
        }
    }
}

extension Menu.Page {
    /// The title in the first row.
    package var title: StaticString {
        switch self {
        case .closed: ""
        case .top: "MENU"
        case .presets: "PRESET"
        case .setLists: "SET LIST"
        case .tempo: "TEMPO"
        case .learn, .learning: "LEARN"
        case .tilt: "TILT"
        case .learnt: "LEARNT"
        case .ports: "PORTS"
        case .counters: "COUNTERS"
        case .faults: "FAULTS"
        case .network: "NETWORK"
        case .bluetooth: "BLUETOOT"
        case .bonds: "FORGET"
        case .clock: "CLOCK"
        case .edit: "EDIT"
        case .transpose: "TRANSPOS"
        case .variables: "VARIABLE"
        case .browsers: "PAIR"
        case .wifi, .code: "WI-FI"
        // The task determines the title of these pages.
        case .waiting, .naming, .numbers, .question: ""
        }
    }
}
