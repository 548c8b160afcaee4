/// A rectangle of the screen. Each part of the simulator draws in its own area.
struct ScreenArea: Equatable {
    var row: Int
    var column: Int
    var rows: Int
    var columns: Int
}

/// The places of the simulator's parts on a screen. Parts that have no room are nil.
///
/// When the screen shrinks, parts disappear in this order: the second row of keys, further rows of ports, the piano,
/// the ports, the title, the messages, the clock, the LCD with the footswitches. The last row always has the keys.
struct SimulatorLayout: Equatable {
    var title: ScreenArea?
    var lcd: ScreenArea?
    var switches: ScreenArea?
    var status: ScreenArea?
    var ports: ScreenArea?
    var piano: ScreenArea?
    /// The monitor, including its heading.
    var messages: ScreenArea?
    var keys: ScreenArea?

    /// The parts of a box that the screen shows, and their sizes.
    struct Parts {
        /// Columns and rows of the LCD without its frame.
        var lcd: (columns: Int, rows: Int)
        var switches: Int
        var ports: Int
        var hasKeyboard: Bool
    }

    static let switchColumns = 15
    private static let pianoColumns = 42
    /// Rows for the heading of the monitor and three lines.
    private static let leastMessages = 4

    init(columns: Int, rows: Int, _ parts: Parts) {
        var (free, isFull) = (rows, false)
        func take(_ wanted: Int, atLeast least: Int? = nil) -> Int {
            let taken = min(wanted, free)
            // When a part does not fit, all less important parts are left out too, even if they would fit.
            if isFull || taken < least ?? wanted {
                isFull = true
                return 0
            }
            free -= taken
            return taken
        }
        var keyRows = take(1)
        let (frameColumns, frameRows) = (parts.lcd.columns + 2, parts.lcd.rows + 2)
        let hasLCD = frameColumns < columns && frameRows <= free
        let right = hasLCD ? frameColumns + 3 : 1
        let besides = parts.switches > 0 && columns - right >= SimulatorLayout.switchColumns
        var panelRows = hasLCD ? take(frameRows) : besides ? take(min(parts.switches, max(0, free - 5))) : 0
        let statusRows = take(1)
        var messageRows = take(SimulatorLayout.leastMessages, atLeast: 2)
        let titleRows = take(1)
        var portRows = take(min(1, parts.ports))
        let pianoRows = parts.hasKeyboard && columns >= SimulatorLayout.pianoColumns ? take(3) : 0
        let portColumns = SimulatorLayout.portColumns(parts.ports, columns)
        portRows += take(min((parts.ports + portColumns - 1) / portColumns - portRows, max(0, free - 2)), atLeast: 0)
        if free > 2 { keyRows += take(1) }
        if besides && panelRows > 0 {
            let lines = max(1, (columns - right) / SimulatorLayout.switchColumns)
            let wanted = (parts.switches + lines - 1) / lines
            if wanted > panelRows { panelRows += take(min(wanted - panelRows, free / 2), atLeast: 0) }
        }
        messageRows += messageRows > 0 ? free : 0

        var row = 0
        func area(_ count: Int) -> ScreenArea? {
            if count <= 0 { return nil }
            row += count
            return ScreenArea(row: row - count, column: 0, rows: count, columns: columns)
        }
        title = area(titleRows)
        if panelRows > 0 {
            if hasLCD { lcd = ScreenArea(row: row, column: 1, rows: frameRows, columns: frameColumns) }
            if besides { switches = ScreenArea(row: row, column: right, rows: panelRows, columns: columns - right) }
            row += panelRows
        }
        status = area(statusRows)
        ports = area(portRows)
        piano = area(pianoRows)
        messages = area(messageRows)
        row = rows - keyRows
        keys = area(keyRows)
    }

    /// Number of columns of ports: two for many ports on a wide screen.
    static func portColumns(_ ports: Int, _ columns: Int) -> Int { ports > 5 && columns >= 72 ? 2 : 1 }
}
