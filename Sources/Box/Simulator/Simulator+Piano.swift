import Configuration
import MIDI

extension Simulator {
    /// Draws a piano keyboard: black keys above white keys, with the keys of the computer. Sounding keys are in
    /// reverse.
    func drawPiano(in area: ScreenArea) {
        guard let keyboard = instruments.keyboard else { return }
        let hold = keyboard.holds ? "on" : "off"
        let note = monitor.words.note(keyboard.lowest)
        var heading = "keyboard from \(note)   velocity \(keyboard.velocity)   hold \(hold)\(keyboard.text)"
        if keyboard.ports.count > 1 { heading += "   at \(box.ports[keyboard.port].alias)" }
        put(heading, in: area, 0, 1)
        let signs = signs(of: keyboard)
        let octaves = min(8, max(3, (area.columns - 2) / 14))
        // The two manuals are in the middle as far as possible.
        let first = min(max(0, Int(keyboard.lowest) - 12 * ((octaves - 1) / 2)), 120 - 12 * octaves)
        var column = 1
        for key in first..<min(128, first + 12 * octaves) {
            let isBlack = [1, 3, 6, 8, 10].contains(key % 12)
            let isDown = lights.isDown(UInt8(key))
            let sign = signs[UInt8(key)] ?? (isBlack ? "'" : key % 12 == 0 ? "c" : "_")
            let hasKey = signs[UInt8(key)] != nil
            let style: CellStyle = isDown ? .reverse : hasKey ? .bold : .dim
            if isBlack {
                put(sign, in: area, 1, column - 1, style)
            } else {
                put(sign, in: area, 2, column, style)
                column += 2
            }
        }
    }

    /// The computer's key for each note that it can play.
    private func signs(of keyboard: SimulatedKeyboard) -> [UInt8: String] {
        var signs: [UInt8: String] = [:]
        if input.mode == .feet {
            for digit in 0...9 as ClosedRange<UInt8> { signs[keyboard.key(ofDigit: digit)] = "\(digit)" }
            return signs
        }
        for byte in SimulatedKeyboard.lower + SimulatedKeyboard.upper {
            if let key = keyboard.key(of: byte) { signs[key] = String(decoding: [byte], as: UTF8.self) }
        }
        return signs
    }
}
