import MIDI
import Routing

/// Reads the files of one configuration: from YAML trees to models, with everything that is wrong going to the log.
///
/// The box file comes first, because presets speak of its ports and switches. One extension reads one part of the
/// language.
final class Reader {
    let log = DiagnosticLog()
    let files: ConfigurationFiles
    var box = BoxConfiguration()
    /// Aliases to port numbers.
    var portNumbers: [String: Int] = [:]
    /// Names of footswitches to their indices.
    var switchNumbers: [String: Int] = [:]
    /// Names of routings to their numbers, all over the box.
    var routingNumbers: [String: UInt16] = [:]
    var routingNames: [String] = []
    /// Value lists that were read, by file name, so that each is read and counted once.
    var listFiles: [String: ListFile] = [:]
    var listCount = 0
    /// Velocities of the curves that were asked for, by `Curve.number`.
    var velocityCurves: [Int: [UInt8]] = [:]
    /// Inputs that are not one message, in the order of their slots, and their slots.
    var derivedInputs: [DerivedInput] = []
    var derivedSlots: [DerivedInput: Int] = [:]
    /// Free messages that are listened for, by slot.
    var patterns: [Int: Pattern] = [:]
    var presets: [PresetModel] = []
    var assignments: [AssignmentModel] = []
    var sendings: [SendingModel] = []
    var startPresetNode: YAMLNode.Entry?
    /// Files in the order they were read, for the order of what is said about them.
    var filesRead: [String] = []

    /// A number for what each of them holds, by its name relative to the box file: when one is written later, nobody
    /// else must have changed it.
    var prints: [String: UInt64] = [:]

    /// What the file holds whose tree was read last.
    private(set) var treeBytes: [UInt8] = []

    init(files: ConfigurationFiles) {
        self.files = files
    }

    /// The tree of a file, or nil where it cannot be read or is no YAML.
    func tree(_ name: String, hint: String = "") -> YAMLNode? {
        let shown = files.shown(name)
        filesRead.append(shown)
        switch files.read(name) {
        case .unreadable(let why):
            log.error(Place(file: shown, line: 1, column: 1), "cannot be read: \(why)\(hint)")
            return nil
        case .bytes(let bytes):
            prints[name] = Reader.print(bytes)
            treeBytes = bytes
            return YAMLParser.parse(bytes, file: shown, log: log)
        }
    }

    /// Reads everything: the box file, then `presets/*.yaml` by name.
    ///
    /// Without a box nobody knows what presets speak of; then only whether they are YAML is looked at.
    func readAll(box name: String) {
        let root = tree(name, hint: "; a configuration is a box file, or a folder with a box.yaml")
        if let root { readBox(root) }
        for name in files.list("presets", ending: ".yaml") {
            if let node = tree(name), root != nil { readPreset(node) }
        }
    }
}
