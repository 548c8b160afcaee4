import CPlatform
import Foundation

/// A file that is gone with it.
final class TemporaryFile {
    let path: String

    init(_ text: String) throws {
        path = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString).yaml"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    deinit { unlink(path) }
}
