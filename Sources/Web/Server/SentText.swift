/// Messages from the words of `treadle send`, such as `mmc play`, as the command `web` reads them for the server.
package enum SentText {
    case good([Part])
    /// What is wrong with the words.
    case bad(String)

    /// Messages that are sent together.
    package struct Part: Equatable {
        /// Bytes of two hex digits, or words of eight: what the socket takes behind the number of a port.
        package var words: String
        /// What ends the note; empty for other messages.
        package var release: String
        /// Nanoseconds after which the note ends.
        package var after: UInt64

        package init(words: String, release: String = "", after: UInt64 = 0) {
            (self.words, self.release, self.after) = (words, release, after)
        }
    }
}

/// How the running box names notes, from its greeting.
package struct NoteWords: Equatable {
    /// The number of the language (docs/reference/COMMANDS.md, "The socket").
    package var language: UInt8 = 0
    /// The octave of note 60.
    package var middleC = 4

    package init() {}
}
