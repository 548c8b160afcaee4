/// The version whose trial failed last, on the data partition. A box without a menu does not install it again by itself
/// (I5).
struct FailedUpdate {
    private let notes: CardNotes
    private var path: String { notes.folder + "/update-failed.txt" }

    /// - Parameter folder: the data partition; tests use another folder.
    init(folder: String = StateFolder.ofAppliance) { notes = CardNotes(folder: folder) }

    /// The version; nil if none has failed.
    var version: UpdateVersion? {
        notes.text(path)?.split(separator: "\n").first.flatMap { UpdateVersion(String($0)) }
    }

    /// Records a version. A write error is ignored: without a writable data partition no update is installed either.
    func remember(_ version: UpdateVersion) { try? notes.write(Array("\(version.text)\n".utf8), to: path) }

    func forget() { notes.remove(path) }
}
