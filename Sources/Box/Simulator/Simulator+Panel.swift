import Loop
import Program
import Configuration
import MIDI
import Panel

extension Simulator {
    /// Draws the LCD in its frame, at the left below the title: the display of the box (D1, D2, D3), or 16x2 for a box
    /// without one.
    func drawLCD(_ state: DisplayState, at now: UInt64) -> (right: Int, height: Int) {
        let frame = (box.display ?? DisplayConfiguration()).frame(state, menu: loop.pointee.menu.read(), at: now)
        let (columns, rows) = (frame.columns, frame.rows)
        let style = state.backlight.isLit(at: now) ? CellStyle.lcd : .darkLCD
        let isWide = screen.isWide
        var edge = ""
        for _ in 0..<columns { edge += isWide ? "─" : "-" }
        put(row: 1, 1, isWide ? "┌\(edge)┐" : "+\(edge)+", .dim)
        for row in 0..<rows {
            put(row: 2 + row, 1, isWide ? "│" : "|", .dim)
            for column in 0..<columns {
                screen.put(Simulator.sign(frame[row, column]), row: 2 + row, column: 2 + column, style)
            }
            put(row: 2 + row, 2 + columns, isWide ? "│" : "|", .dim)
        }
        put(row: 2 + rows, 1, isWide ? "└\(edge)┘" : "+\(edge)+", .dim)
        return (2 + columns, rows + 2)
    }

    /// The scalar for one cell. Wide characters, of the LCD's ROMs only 千, 万 and 円, are shown as `?`.
    private static func sign(_ scalar: UInt32) -> UInt32 {
        Cell.width(scalar) == 1 ? scalar : UInt32(UInt8(ascii: "?"))
    }

    /// Draws the footswitches and their LEDs (F3) in columns. Returns the number of rows.
    func drawSwitches(from left: Int, at now: UInt64) -> Int {
        let width = 18
        let columns = max(1, (screen.columns - left) / width)
        let rows = (box.footswitches.count + columns - 1) / columns
        let leds = loop.pointee.leds.read()
        let isDark = now / PanelThread.blinkTime % 2 != 0
        for (index, footswitch) in box.footswitches.enumerated() {
            let (row, column) = (2 + index % max(rows, 1), left + index / max(rows, 1) * width)
            let key = switches.isHeld(index) ? switches.key(index) & ~0x20 : switches.key(index)
            let sign = String(decoding: [UInt8(ascii: "["), key, UInt8(ascii: "]")], as: UTF8.self)
            put(row: row, column, sign, switches.isDown(index) ? .reverse : .bold)
            put(row: row, column + 4, cut(footswitch.name, 8), switches.isDown(index) ? .reverse : .plain)
            if footswitch.led == nil { continue }
            let isLit = leds[index] == .on || leds[index] == .blink && !isDark
            let led = screen.isWide ? isLit ? "●" : "○" : isLit ? "*" : "o"
            put(row: row, column + 13, led, isLit ? .led : .dim)
        }
        return rows + 2
    }
}
