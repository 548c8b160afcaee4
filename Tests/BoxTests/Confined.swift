import CPlatform
import Foundation

/// Runs `treadle` of the build folder to its end with limited memory.
///
/// `ru_maxrss` of a child begins with what its parent had, which here is the tests; so the kernel refuses what goes
/// beyond a limit, and a program that wants more ends by a signal.
struct Confined {
    let status: Int32
    let errors: String
    /// Time of the processor.
    let seconds: Double

    /// - Parameter dataKB: most of what it may allocate.
    init(_ arguments: [String], dataKB: Int) throws {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let program = folder.appendingPathComponent("treadle").path
        let said = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: said) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, said, O_WRONLY | O_CREAT, 0o600)
        let shell = ["/bin/sh", "-c", "ulimit -c 0; ulimit -d \(dataKB); exec \"$@\"", "sh", program]
        let words: [UnsafeMutablePointer<CChar>?] = (shell + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        let failure = posix_spawn(&child, "/bin/sh", &actions, nil, words, environ)
        if failure != 0 { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EINVAL) }
        var ended: Int32 = 0
        var usage = rusage()
        while wait4(child, &ended, 0, &usage) < 0 && errno == EINTR {}
        status = ended & 0x7F == 0 ? ended >> 8 & 0xFF : -1
        errors = try String(contentsOfFile: said, encoding: .utf8)
        let (user, system) = (usage.ru_utime, usage.ru_stime)
        seconds = Double(user.tv_sec + system.tv_sec) + Double(user.tv_usec + system.tv_usec) / 1e6
    }
}
