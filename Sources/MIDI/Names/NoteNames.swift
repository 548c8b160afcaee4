/// The language of note names: `note-names:` of the box file.
///
/// Tones between the naturals are shown as sharps, because a MIDI key has no spelling. The only exception
/// is German B, which has a name of its own.
package enum NoteLanguage: UInt8, BitwiseCopyable, Sendable {
    /// C C# D D# E F F# G G# A A# B.
    case english
    /// As English, but B natural is H and B flat is B: … A B H. The octave still begins at C.
    case german
    /// Fixed do: Do Do# Re … La La# Si.
    case italian
    /// Fixed do in katakana: ド ド# レ … ラ ラ# シ.
    case katakana
    /// The Iroha names: ハ ハ# ニ … イ イ# ロ. A `#` after the name replaces the sign 嬰 before it, which no character display
    /// has.
    case japanese
}

/// Names of notes and tones. A tone is a pitch class: 0 is C, 11 is B (German H).
package enum NoteNames {
    /// The octaves of note 60 that `middle-c:` allows.
    package static let middleC: ClosedRange<Int> = 3...5

    /// Returns the octave that a note is shown with: −2...10 for notes 0...127. It begins at C in every language.
    ///
    /// - Parameter middleC: the octave of note 60, 3...5.
    package static func octave(of note: UInt8, middleC: Int = 4) -> Int {
        Int(note) / 12 - 5 + middleC
    }

    /// Returns the name of a tone, 0...11, as shown, without its octave, in UTF-8.
    package static func name(tone: Int, language: NoteLanguage = .english) -> StaticString {
        switch language {
        case .english: english(tone)
        case .german: german(tone)
        case .italian: italian(tone)
        case .katakana: katakana(tone)
        case .japanese: japanese(tone)
        }
    }

    /// Returns the name of a tone for a file: as shown, but German B flat is `Bb`, because `B` would be ambiguous.
    package static func unambiguousName(tone: Int, language: NoteLanguage) -> StaticString {
        language == .german && tone == 10 ? "Bb" : name(tone: tone, language: language)
    }

    private static func english(_ tone: Int) -> StaticString {
        switch tone {
        case 0: "C"
        case 1: "C#"
        case 2: "D"
        case 3: "D#"
        case 4: "E"
        case 5: "F"
        case 6: "F#"
        case 7: "G"
        case 8: "G#"
        case 9: "A"
        case 10: "A#"
        default: "B"
        }
    }

    private static func german(_ tone: Int) -> StaticString {
        switch tone {
        case 10: "B"
        case 11: "H"
        default: english(tone)
        }
    }

    private static func italian(_ tone: Int) -> StaticString {
        switch tone {
        case 0: "Do"
        case 1: "Do#"
        case 2: "Re"
        case 3: "Re#"
        case 4: "Mi"
        case 5: "Fa"
        case 6: "Fa#"
        case 7: "Sol"
        case 8: "Sol#"
        case 9: "La"
        case 10: "La#"
        default: "Si"
        }
    }

    private static func katakana(_ tone: Int) -> StaticString {
        switch tone {
        case 0: "ド"
        case 1: "ド#"
        case 2: "レ"
        case 3: "レ#"
        case 4: "ミ"
        case 5: "ファ"
        case 6: "ファ#"
        case 7: "ソ"
        case 8: "ソ#"
        case 9: "ラ"
        case 10: "ラ#"
        default: "シ"
        }
    }

    private static func japanese(_ tone: Int) -> StaticString {
        switch tone {
        case 0: "ハ"
        case 1: "ハ#"
        case 2: "ニ"
        case 3: "ニ#"
        case 4: "ホ"
        case 5: "ヘ"
        case 6: "ヘ#"
        case 7: "ト"
        case 8: "ト#"
        case 9: "イ"
        case 10: "イ#"
        default: "ロ"
        }
    }
}
