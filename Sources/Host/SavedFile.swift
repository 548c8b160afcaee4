/// The output file of a command's option `-o`.
package enum SavedFile {
    /// Creates or replaces the file as a whole (E4). Prints an error.
    package static func write(_ bytes: [UInt8], to path: String) -> ExitStatus {
        var files = SafeFiles(SystemCalls())
        do throws(SafeFiles<SystemCalls>.Problem) {
            try files.writeNamed(bytes, to: path)
            return .done
        } catch {
            Console.error("treadle: \(path): \(error.message)\n")
            return .unusable
        }
    }
}
