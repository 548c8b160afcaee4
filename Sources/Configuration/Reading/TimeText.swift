/// Parses times as written in a configuration: `20 ms`, `1.5 s`, `250 us`.
package enum TimeText {
    /// Returns nanoseconds; nil if the text is not a number with a unit of time.
    package static func nanoseconds(_ text: String) -> UInt64? {
        text.asText { Reader.nanoseconds($0) }.map { UInt64($0) }
    }
}
