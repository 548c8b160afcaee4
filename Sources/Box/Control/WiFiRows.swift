import Configuration
import Loop
import Panel

/// The rows of the menu page `Wi-Fi` (L6), and which of them the loop has.
struct WiFiRows: Equatable {
    /// The state beside the entry `Wi-Fi`.
    private var state = ""
    private var rows: [String] = []
    /// Whether the page has the entry `QR code`.
    private(set) var hasCode = false
    private var hasNewPassword = false
    private var hasJoin = false

    /// The rows of a box without Wi-Fi.
    init() {}

    /// - Parameters:
    ///   - columns: width of the display. The mark before the chosen entry takes one column.
    ///   - isDrawn: whether the display draws dots, which a QR code needs.
    init(_ wifi: WiFiControl, columns: Int, isDrawn: Bool) {
        let line = wifi.line
        state = line.state == .joined ? line.name ?? "" : line.state.rawValue
        rows = WiFiRows.cut(state, columns)
        if line.state == .accessPoint {
            rows += WiFiRows.cut(line.name ?? "", columns) + WiFiRows.cut(wifi.password, columns)
            rows.append(WiFiLine.count(line.clients ?? 0))
            hasCode = isDrawn
        }
        if let signal = line.signal, line.state == .joined { rows.append("\(signal) dBm") }
        hasNewPassword = wifi.made != nil
        // What looks for networks already needs no request.
        hasJoin = wifi.director.role == .accessPoint && !wifi.wifi.join.isEmpty
    }

    /// Sends the rows to the loop.
    func tell(_ link: LoopLink) {
        link.tell(
            .wifi(
                DisplayText(state.unicodeScalars), hasCode: hasCode, hasNewPassword: hasNewPassword,
                hasJoin: hasJoin))
        for row in rows { link.tell(.wifiRow(DisplayText(row.unicodeScalars))) }
    }

    /// A text in as many rows as it needs.
    private static func cut(_ text: String, _ columns: Int) -> [String] {
        var rows: [String] = []
        var rest = Array(text.unicodeScalars)[...]
        while !rest.isEmpty {
            var row = ""
            row.unicodeScalars.append(contentsOf: rest.prefix(columns - 1))
            rows.append(row)
            rest = rest.dropFirst(columns - 1)
        }
        return rows
    }
}
