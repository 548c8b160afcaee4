import CPlatform

/// Why a backup or its restoring ends, and with which exit status.
struct BackupProblem: Error {
    var message: String
    var exit = TreadleCommand.Exit.unusable

    init(_ message: String, _ exit: TreadleCommand.Exit = .unusable) { (self.message, self.exit) = (message, exit) }

    /// - Parameter error: a value of errno, positive or negative.
    init(_ path: String, error: Int32) { self.init("\(path): \(String(cString: treadle_error_message(error)))") }
}
