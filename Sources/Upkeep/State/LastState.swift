import Settings
import CPlatform
import Host
import Plan

/// The last preset, tempo, position in the set list, brightness and variables (P6, P8, M15, V1), each in a file of its
/// own.
package struct LastState {
    package var preset: KeptText
    package var tempo: KeptText
    package var setList: KeptText
    package var light: KeptText
    package var variables: KeptText

    /// The names of the files.
    package static let names = [".last-preset", ".last-tempo", ".last-setlist", ".last-light", ".last-variables"]

    package init(in folder: String) {
        preset = KeptText("\(folder)/\(LastState.names[0])")
        tempo = KeptText("\(folder)/\(LastState.names[1])")
        setList = KeptText("\(folder)/\(LastState.names[2])")
        light = KeptText("\(folder)/\(LastState.names[3])")
        variables = KeptText("\(folder)/\(LastState.names[4])")
    }

    /// The last tempo in hundredths of BPM; nil if it was the tempo of the configuration, or if the configuration has
    /// changed its tempo since.
    ///
    /// - Parameter own: tempo of the configuration, in hundredths of BPM.
    package mutating func tempo(insteadOf own: UInt32) -> UInt32? {
        let words = Array(tempo.read().utf8).split(separator: UInt8(ascii: " "))
        guard words.count == 2, let last = Digits.decimal(words[0]), let then = Digits.decimal(words[1]) else {
            return nil
        }
        let hundredth: Int64 = 10_000_000
        guard then == Int64(own) * hundredth, 2000...30000 ~= last / hundredth else { return nil }
        return UInt32(last / hundredth)
    }

    /// Saves a tempo.
    ///
    /// - Parameters:
    ///   - tempo: hundredths of BPM.
    ///   - own: tempo of the configuration, in hundredths of BPM.
    package mutating func keep(tempo: UInt32, insteadOf own: UInt32, at now: UInt64) {
        self.tempo.keep(tempo == own ? "" : "\(LastState.beats(tempo)) \(LastState.beats(own))", at: now)
    }

    /// The last set list and the position in it; nil if nothing was saved, or no list has the name any more.
    ///
    /// - Parameter names: the names of the configuration's set lists.
    package mutating func setListPlace(among names: [String]) -> SetListPlace? {
        let words = Array(setList.read().utf8).split(
            separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, let billionths = Digits.decimal(words[0]), billionths >= 0,
            let list = names.firstIndex(of: String(decoding: words[1], as: UTF8.self)),
            let place = Int16(exactly: billionths / 1_000_000_000)
        else { return nil }
        return SetListPlace(list: UInt8(list), place: place - 1)
    }

    /// Saves the position in a set list as text: the position from 1, or 0 before the first entry, then the name of the
    /// list.
    package mutating func keep(_ place: SetListPlace, of name: String, at now: UInt64) {
        setList.keep("\(place.place + 1) \(name)", at: now)
    }

    /// The stored values of variables by name, none of which need exist any more.
    package mutating func variableValues() -> [(name: String, value: UInt8)] {
        let words = Array(variables.read().utf8).split(separator: UInt8(ascii: " "))
        var values: [(name: String, value: UInt8)] = []
        for place in stride(from: 0, to: words.count - 1, by: 2) {
            guard let billionths = Digits.decimal(words[place + 1]),
                let value = UInt8(exactly: billionths / 1_000_000_000)
            else { continue }
            values.append((String(decoding: words[place], as: UTF8.self), value))
        }
        return values
    }

    /// Stores values of variables as text, `amp 2 solo 1`.
    package mutating func keep(_ values: [(name: String, value: UInt8)], at now: UInt64) {
        variables.keep(values.map { "\($0.name) \($0.value)" }.joined(separator: " "), at: now)
    }

    /// Writes waiting changes because the box ends.
    package mutating func end() {
        preset.write(at: 0, isEnd: true)
        tempo.write(at: 0, isEnd: true)
        setList.write(at: 0, isEnd: true)
        light.write(at: 0, isEnd: true)
        variables.write(at: 0, isEnd: true)
    }

    private static func beats(_ hundredths: UInt32) -> String {
        "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }
}
