/// Limits of the edits of a file (docs/reference/API.md, "Limits"). A request beyond one of them changes nothing.
package enum EditLimits {
    /// The number of operations of a request.
    package static let operations = 64
    /// The number of values of all operations of a request; lists and mappings count as one value each.
    package static let values = 10_000
    /// The number of nested lists and mappings of a value, a value inside them included.
    package static let depth = 16
    /// The number of keys and positions of a path: as many as a file has levels.
    package static let steps = ReadingLimits.levels
    /// The number of values of the present and the new list or mapping that `set` compares value by value. Above,
    /// all of it is written anew, so that a request costs bounded time.
    static let comparedValues = 256
    /// The number of values of a file that can be edited, with each alias counted as all values that it inserts. The
    /// largest valid configuration in one file has less than half as many.
    package static let fileValues = 100_000
}
