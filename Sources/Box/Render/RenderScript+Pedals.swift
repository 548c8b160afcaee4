import Configuration
import Panel

// Events of expression pedals and knobs (I10).
extension RenderScript {
    /// Parses the number of a pedal and a voltage in millivolts.
    static func pedal(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> (Int, Int32) {
        let word = try words.next("the number of a pedal")
        guard let index = index(word, of: configuration.box.pedals.map { $0.number }) else {
            throw word.problem("no pedal has the number '\(word.text)'")
        }
        let millivolts = try words.number("millivolts")
        guard millivolts.magnitude <= Double(PanelLimits.pedalMillivolts) else {
            throw word.problem("a pedal gives at most \(PanelLimits.pedalMillivolts) millivolts")
        }
        return (index, Int32(millivolts * 8 + (millivolts < 0 ? -0.5 : 0.5)))
    }

    static func knob(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Int {
        let word = try words.next("the number of a knob")
        guard let index = index(word, of: configuration.box.knobs.map { $0.number }) else {
            throw word.problem("no knob has the number '\(word.text)'")
        }
        return index
    }

    /// Parses an edge of a knob's contact: `@knob 1 a down`, with the edge's time if that is earlier than the line's.
    static func edge(
        _ words: inout ScriptWords, at time: UInt64, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Event {
        let index = try knob(&words, configuration)
        let contact = try words.next("a or b")
        if contact.text != "a" && contact.text != "b" {
            throw contact.problem("'\(contact.text)' is neither a nor b")
        }
        let level = try words.next("down or up")
        if level.text != "down" && level.text != "up" { throw level.problem("'\(level.text)' is neither down nor up") }
        let at = words.isAtEnd ? nil : try stamp(&words, notAfter: time)
        return .edge(line: 2 * index + (contact.text == "b" ? 1 : 0), closed: level.text == "down", at: at)
    }

    /// Returns a number from 1 as an index from 0; nil if the configuration does not have the number.
    private static func index(_ word: ScriptWords.Word, of numbers: [Int]) -> Int? {
        guard let number = Int(word.text), numbers.contains(number) else { return nil }
        return number - 1
    }
}
