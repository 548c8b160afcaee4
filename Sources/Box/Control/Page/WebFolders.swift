import CPlatform
import Host
import Upkeep

/// The folders of the page (W1, W13).
struct WebFolders {
    /// The files of the configuration.
    let configuration: String
    /// Browsers and tokens. The page's process alone reads and writes it.
    let state: String
    /// Drafts, which the box writes and the page's process reads.
    let drafts: String
    /// Edits, which the page's process writes and the box reads.
    let incoming: String
    /// Uploads, as edits, and backups that the box writes.
    let uploads: String

    /// - Parameters:
    ///   - path: the path of the configuration.
    ///   - socket: the path of the box's socket, beside which files lie that need not outlive the machine's start.
    init(of path: String, socket: String) {
        configuration = path
        state = StateFolder.besides(path) + "/.web"
        drafts = DraftPlace.drafts(besides: socket)
        incoming = DraftPlace.incoming(besides: socket)
        uploads = DraftPlace.uploads(besides: socket)
    }

    /// The command line of the process.
    var words: [String] {
        // With `=`, since a path may look like an option.
        [
            "treadle", "web", "--path=\(configuration)", "--state=\(state)", "--drafts=\(drafts)",
            "--incoming=\(incoming)", "--uploads=\(uploads)",
        ]
    }

    /// Makes the folders. The process may have another user, to whom three of them belong.
    func make() {
        mkdir(drafts.folder, 0o755)
        mkdir(drafts, 0o755)
        for folder in [state, incoming, uploads] {
            mkdir(folder, 0o700)
            if geteuid() == 0 { _ = treadle_folder_for(Int32(TREADLE_CONFINED_WEB), folder) }
        }
    }
}
