/// Exit statuses of the program (docs/reference/COMMANDS.md).
package enum ExitStatus: Int32, Error {
    case done = 0
    /// The input was bad; standard error has the place.
    case badInput = 1
    case usage = 2
    /// A device or file could not be used.
    case unusable = 3
}
