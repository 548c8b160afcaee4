/// Times as people write them in a configuration: `20 ms`, `1.5 s`, `250 us`.
public enum TimeText {
    /// Nanoseconds; nil for what is no time with its unit.
    public static func nanoseconds(_ text: String) -> UInt64? {
        text.asText { Reader.nanoseconds($0) }.map { UInt64($0) }
    }
}
