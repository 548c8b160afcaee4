import HostSupport

/// A box file in a folder of its own, which is gone with it, whatever else came into it.
final class TemporaryFile {
    let path: String
    private let folder: TemporaryFolder

    init(_ text: String) throws {
        folder = try TemporaryFolder(["box.yaml": text])
        path = folder.path + "/box.yaml"
    }
}
