import Foundation
import HostSupport
import Testing

extension TemporaryFolder {
    /// Makes a program of a script. Copied by another process: a test beside this one that starts a program would
    /// inherit our open file, and a file that is open for writing cannot be started.
    func installProgram(_ script: String, as name: String) throws {
        let copy = try Process.run(
            URL(fileURLWithPath: "/usr/bin/install"), arguments: ["-m", "755", "\(path)/\(script)", "\(path)/\(name)"])
        copy.waitUntilExit()
        try #require(copy.terminationStatus == 0)
    }
}
