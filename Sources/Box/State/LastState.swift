import CPlatform

/// The last preset and tempo (P6): the name of the preset in one file, the tempo in another.
struct LastState {
    var preset: KeptText
    var tempo: KeptText

    /// The names of the two files.
    static let names = [".last-preset", ".last-tempo"]

    init(in folder: String) {
        preset = KeptText("\(folder)/\(LastState.names[0])")
        tempo = KeptText("\(folder)/\(LastState.names[1])")
    }

    /// The last tempo in hundredths of BPM; nil if it was the tempo of the configuration, or if the configuration has
    /// changed its tempo since.
    ///
    /// - Parameter own: tempo of the configuration, in hundredths of BPM.
    mutating func tempo(insteadOf own: UInt32) -> UInt32? {
        let words = Array(tempo.read().utf8).split(separator: UInt8(ascii: " "))
        guard words.count == 2, let last = Digits.decimal(words[0]), let then = Digits.decimal(words[1]) else {
            return nil
        }
        let hundredth: Int64 = 10_000_000
        guard then == Int64(own) * hundredth, 2000...30000 ~= last / hundredth else { return nil }
        return UInt32(last / hundredth)
    }

    /// Keeps a tempo.
    ///
    /// - Parameters:
    ///   - tempo: hundredths of BPM.
    ///   - own: tempo of the configuration, in hundredths of BPM.
    mutating func keep(tempo: UInt32, insteadOf own: UInt32, at now: UInt64) {
        self.tempo.keep(tempo == own ? "" : "\(LastState.beats(tempo)) \(LastState.beats(own))", at: now)
    }

    /// Writes waiting changes because the box ends.
    mutating func end() {
        preset.write(at: 0, isEnd: true)
        tempo.write(at: 0, isEnd: true)
    }

    private static func beats(_ hundredths: UInt32) -> String {
        "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }
}
