import Foundation

/// `treadle` of the build folder, run to its end.
struct Finished {
    let status: Int32
    let output: String
    let errors: String

    init(_ arguments: [String], input: String = "", environment: [String: String]? = nil) throws {
        let process = Process()
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        process.executableURL = folder.appendingPathComponent("treadle")
        process.arguments = arguments
        if let environment { process.environment = environment }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("treadle-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try input.write(to: file, atomically: false, encoding: .utf8)
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // What is said on one must not fill up while the other is read: errors are short here.
        self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationReason == .exit ? process.terminationStatus : -1
    }
}
