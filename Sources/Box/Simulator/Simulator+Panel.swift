import Loop
import Plan
import Configuration
import MIDI
import Panel

extension Simulator {
    /// Draws the display in its frame: the display of the box (D1, D2, D3), or 16x2 for a box without one.
    func drawLCD(_ state: DisplayState, in area: ScreenArea, at now: UInt64) {
        let display = box.display ?? DisplayConfiguration()
        let frame = display.frame(state, menu: loop.menu.read(), page, at: now)
        let (columns, rows) = (frame.columns, frame.rows)
        let lit = display.chip.oled == nil ? CellStyle.lcd : .oled
        let style = state.backlight.isLit(at: now) ? lit : .darkLCD
        let isWide = screen.isWide
        var edge = ""
        for _ in 0..<columns { edge += isWide ? "─" : "-" }
        put(isWide ? "┌\(edge)┐" : "+\(edge)+", in: area, 0, 0, .dim)
        for row in 0..<rows {
            put(isWide ? "│" : "|", in: area, 1 + row, 0, .dim)
            for column in 0..<columns {
                let sign = Simulator.sign(frame[row, column])
                screen.put(sign, row: area.row + 1 + row, column: area.column + 1 + column, style)
            }
            put(isWide ? "│" : "|", in: area, 1 + row, 1 + columns, .dim)
        }
        put(isWide ? "└\(edge)┘" : "+\(edge)+", in: area, 1 + rows, 0, .dim)
    }

    /// The scalar for one cell. Wide characters are shown as `?`; the LCD's ROMs have only 千, 万 and 円.
    private static func sign(_ scalar: UInt32) -> UInt32 {
        Cell.width(scalar) == 1 ? scalar : UInt32(UInt8(ascii: "?"))
    }

    /// Draws the footswitches with their keys, LEDs (F3) and effects, in as few columns as fit.
    func drawSwitches(in area: ScreenArea, at now: UInt64) {
        let count = box.footswitches.count
        let most = max(1, area.columns / SimulatorLayout.switchColumns)
        // Below the top edge of the LCD's frame, if there is room.
        let top = area.rows > count ? 1 : 0
        let columns = min(most, (count + area.rows - 1) / area.rows)
        let rows = (count + columns - 1) / columns
        let width = area.columns / columns
        let switches = instruments.switches
        let leds = loop.leds.read()
        let colours = loop.colours.read()
        let isDark = now / PanelThread.blinkTime % 2 != 0
        for (index, footswitch) in box.footswitches.enumerated() {
            let row = top + index % rows
            if row >= area.rows { continue }
            let cell = ScreenArea(
                row: area.row + row, column: area.column + index / rows * width, rows: 1, columns: width - 1)
            let key = switches.isHeld(index) ? switches.key(index) & ~0x20 : switches.key(index)
            let sign = String(decoding: [UInt8(ascii: "["), key, UInt8(ascii: "]")], as: UTF8.self)
            put(sign, in: cell, 0, 0, switches.isDown(index) ? .reverse : input.mode == .feet ? .bold : .dim)
            put(cut(footswitch.name, 8), in: cell, 0, 4, switches.isDown(index) ? .reverse : .plain)
            put(labels.labels[index], in: cell, 0, 15)
            if footswitch.led == nil { continue }
            let isLit = leds[index] == .on || leds[index] == .blink && !isDark
            let led = screen.isWide ? isLit ? "●" : "○" : isLit ? "*" : "o"
            var style = isLit ? CellStyle.led : .dim
            if footswitch.led?.chained != nil {
                let colour = isLit ? colours.lit[index] : colours.dark[index]
                if colour != .black { style = .led(colour) }
            }
            put(led, in: cell, 0, 13, style)
        }
        let left = count - area.rows * columns
        if left > 0 { put(" +\(left) more", in: area, area.rows - 1, area.columns - 9, .dim) }
    }
}
