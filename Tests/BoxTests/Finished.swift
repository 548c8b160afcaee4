import Foundation

/// Runs `treadle` of the build folder to its end.
struct Finished {
    let status: Int32
    let output: String
    let errors: String

    /// - Parameters:
    ///   - outputPath: what standard output writes to; nil: `output`.
    ///   - errorPath: the same of standard error.
    init(
        _ arguments: [String], input: String = "", environment: [String: String]? = nil, outputPath: String? = nil,
        errorPath: String? = nil
    ) throws {
        let process = Process()
        process.executableURL = Finished.program
        process.arguments = arguments
        if let environment { process.environment = environment }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("treadle-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try input.write(to: file, atomically: false, encoding: .utf8)
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardOutput = try outputPath.map { try Finished.open($0) } ?? output
        process.standardError = try errorPath.map { try Finished.open($0) } ?? errors
        try process.runUnmasked()
        // Otherwise the ends that the process does not inherit would stay open.
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
        // Standard error is short, so its pipe does not fill while standard output is read.
        self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationReason == .exit ? process.terminationStatus : -1
    }

    static var program: URL {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        return folder.appendingPathComponent("treadle")
    }

    private static func open(_ path: String) throws -> Any {
        try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    /// What `bash -c` prints of a command line in which `$0` is `treadle` of the build folder.
    static func shell(_ line: String) throws -> String {
        let process = Process()
        let output = Pipe()
        // This process ignores SIGPIPE, which its children would ignore as well.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--default-signal=PIPE", "bash", "-c", line, program.path]
        process.standardOutput = output
        try process.runUnmasked()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }
}
