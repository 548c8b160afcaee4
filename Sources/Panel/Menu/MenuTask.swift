/// Work on files or on the card that the menu requests (M12, M16, M17), a code or the end of a browser's pairing (W4),
/// work of the wireless network (L6) or of Bluetooth (B16). The control thread does the work.
package enum MenuTask: UInt8, BitwiseCopyable, Sendable {
    // The entries of the page `Edit`, in their order.
    case saveAs, new, rename, number, delete
    // Entries of the first page.
    case export, update, pair
    // An entry of the page `Pair`.
    case forget
    // Entries of the page `Bluetooth`.
    case allowPairing, beVisible, forgetPeer
    // Entries of the page `Wi-Fi`.
    case newPassword, join

    /// The number of entries of the page `Edit`.
    static let editCount = 5

    /// Creates the task at an index of the page `Edit`, 0..<5.
    package init(edit index: Int) { self = MenuTask(rawValue: UInt8(index)) ?? .delete }

    /// The index on the page `Edit`; nil for a task of the first page.
    var editIndex: Int? { rawValue < UInt8(MenuTask.editCount) ? Int(rawValue) : nil }

    /// Whether the task is an entry of the page `Bluetooth`.
    var isBluetooth: Bool { self == .allowPairing || self == .beVisible || self == .forgetPeer }

    package var word: StaticString {
        switch self {
        case .saveAs: "Save as"
        case .new: "New"
        case .rename: "Rename"
        case .number: "Number"
        case .delete: "Delete"
        case .export: "Export"
        case .update: "Update"
        case .pair: "Pair"
        case .forget, .forgetPeer: "Forget"
        case .allowPairing: "Pair"
        case .beVisible: "Visible"
        case .newPassword: "New password"
        case .join: "Join"
        }
    }

    /// The title of the task's pages.
    package var title: StaticString {
        switch self {
        case .saveAs: "SAVE AS"
        case .new: "NEW"
        case .rename: "RENAME"
        case .number: "NUMBER"
        case .delete: "DELETE"
        case .export: "EXPORT"
        case .update: "UPDATE"
        case .pair: "PAIR"
        case .forget, .forgetPeer: "FORGET"
        case .allowPairing: "PAIR"
        case .beVisible: "VISIBLE"
        case .newPassword: "PASSWD"
        case .join: "JOIN"
        }
    }
}

/// The entries of the menu page `Clock` (M11).
package enum MenuTransport: UInt8, BitwiseCopyable, Sendable {
    case start, stop, pause, `continue`

    static let count = 4

    /// Creates the entry at an index, 0..<4.
    package init(_ index: Int) { self = MenuTransport(rawValue: UInt8(index)) ?? .start }

    package var word: StaticString {
        switch self {
        case .start: "Start"
        case .stop: "Stop"
        case .pause: "Pause"
        case .continue: "Continue"
        }
    }
}
