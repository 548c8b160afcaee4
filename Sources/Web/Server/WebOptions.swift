import CPlatform
import Compact

/// What the command `web` gives the server of the page.
package struct WebOptions {
    /// The configuration: a folder with `box.yaml`, or a box file.
    package var path = ""
    /// The folder for browsers and tokens, which belongs to this process.
    package var state = ""
    /// The folder of drafts, which the box writes (W13).
    package var drafts = ""
    /// The folder for edits, which this process writes and the box reads.
    package var incoming = ""
    /// The folder for uploads, as for edits, and for backups that the box writes.
    package var uploads = ""
    /// Reads messages in the words of `treadle send`, for a port.
    package var sentText: (_ text: String, _ port: String, _ notes: NoteWords) -> SentText = { _, _, _ in
        .bad("messages in words are not read here")
    }
    /// The network of the box as JSON, from the lines of `status` and the paired devices of `bluetooth`.
    package var network: (_ status: [String]) -> JSONValue = { _ in .object([]) }

    package init() {}

    /// Opens the folders of this process, since its user may not enter the folders above them.
    mutating func openFolders() {
        state = WebOptions.opened(state)
        drafts = WebOptions.opened(drafts)
        incoming = WebOptions.opened(incoming)
        uploads = WebOptions.opened(uploads)
    }

    /// Returns a path of an open folder, which stays open; the folder's own path if it cannot be opened.
    private static func opened(_ folder: String) -> String {
        let descriptor = treadle_folder_open(folder)
        return descriptor < 0 ? folder : "/proc/self/fd/\(descriptor)"
    }
}
