/// A part of the text of a UMP after its name. Strings without a label are names of fields (`UMPLayout`).
enum UMPValue {
    /// A word before a value. Errors show it with the value.
    case word(String)
    /// A word that errors do not show.
    case filler(String)
    /// A word before a value. Both may be left out; the value is then 0.
    case option(String)
    case number(String)
    /// A number that is 0 in the UMP and 1 in the text.
    case ordinal(String)
    /// A number of 14 bits in two fields.
    case wide(lsb: String, msb: String)
    /// Decimal numbers with a separator between them. `rule` says in errors what is right.
    case list([String], separator: Character, rule: String)
    /// The field is an index into the names.
    case names(String, [String])
    /// A word if the bit is set, at this place. `field` is nil if its name is the word.
    case flag(String, field: String? = nil)
    /// Words in any order for the bits `asks-WORD` that are set.
    case asks([String])
    /// As many bytes from this field on, in hex.
    case bytes(String, Int)
    /// The position of a UMP in a longer message, if it is not the whole (`UMPNames.pieces`).
    case piece(String)
    /// A text in the bytes from `text-1` on. A long text becomes several UMPs.
    case text
    /// The bytes of a SysEx in hex, from `data-1` on. A long SysEx becomes several UMPs.
    case data
    /// The 14 bytes of a mixed data set from `data-1` on. In the text, those at the end may be left out.
    case payload

    // Channel messages.
    /// The field `key` as a note.
    case note
    /// The field `controller`, which has a name or a number.
    case controller
    /// The name of `controller` as a remark.
    case controllerName
    /// A sign `=` and the second word, in hex or percent.
    case value
    /// The same for key pressure, which is a MIDI 1.0 message if the value has seven bits.
    case keyPressure
    /// The second word as a signed number.
    case change
    /// Kind, number and value of a per-note controller.
    case perNoteController
    /// Detach and reset of per-note management, or `none`.
    case management
    /// The attribute of a note. `SentMessages.note` reads it.
    case attribute
    /// The word `bank` and a bank, or `none`.
    case bank

    // Flex Data and stream messages.
    case tempo
    /// `3/4`, with the 32nd notes of a quarter note if they are not 8.
    case timeSignature
    /// The field `accidentals`: sharps, or flats as a negative number.
    case accidentals
    /// Tonic, kind and alterations, and those of the bass if there is one.
    case chord
    /// The field `protocol`, by name or as a number.
    case spokenProtocol
    /// The number of a function block, or `all`.
    case block
}

extension UMPValue {
    static let parameter = UMPValue.list(
        ["bank", "index"], separator: "/", rule: "two numbers 0..127 with a slash, such as 0/5")

    static let version = UMPValue.list(
        ["version-major", "version-minor"], separator: ".", rule: "two numbers with a point, such as 1.1")
}
