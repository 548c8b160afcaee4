import CPlatform
import Host

/// Why a backup or its restoring ends, and with which exit status.
package struct BackupProblem: Error {
    package var message: String
    package var exit = ExitStatus.unusable

    package init(_ message: String, _ exit: ExitStatus = .unusable) { (self.message, self.exit) = (message, exit) }

    /// - Parameter error: a value of errno, positive or negative.
    package init(_ path: String, error: Int32) {
        self.init("\(path): \(String(cString: treadle_error_message(error)))")
    }
}
