import Host

/// The version whose trial failed last, on the data partition. A box without a menu does not install it again by itself
/// (I5).
package struct FailedUpdate {
    private let path: String

    /// - Parameter folder: the data partition; tests use another folder.
    package init(folder: String = StateFolder.ofAppliance) { path = folder + "/update-failed.txt" }

    /// The version; nil if none has failed.
    package var version: UpdateVersion? {
        let text = Console.readOwnFile(path).map { String(decoding: $0, as: UTF8.self) }
        return text?.split(separator: "\n").first.flatMap { UpdateVersion(String($0)) }
    }

    /// Records a version. A write error is ignored: without a writable data partition no update is installed either.
    package func remember(_ version: UpdateVersion) {
        var files = SafeFiles(SystemCalls())
        try? files.write(Array("\(version.text)\n".utf8), to: path)
    }

    package func forget() {
        var files = SafeFiles(SystemCalls())
        files.remove(path)
    }
}
