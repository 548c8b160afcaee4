/// The file of a command's `-o`.
enum SavedFile {
    /// Creates or replaces the file as a whole (E4). An error is printed.
    static func write(_ bytes: [UInt8], to path: String) -> TreadleCommand.Exit {
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
