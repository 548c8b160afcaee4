import CPlatform
import Host

/// Why a backup or a restore has failed, and the exit status.
struct BackupProblem: Error {
    var message: String
    var exit = ExitStatus.unusable

    init(_ message: String, _ exit: ExitStatus = .unusable) { (self.message, self.exit) = (message, exit) }

    /// - Parameter error: a value of errno, positive or negative.
    init(_ path: String, error: Int32) { self.init("\(path): \(String(cString: treadle_error_message(error)))") }
}
