import MIDI
import Routing

/// Reads the files of one configuration: from YAML trees to models, with everything that is wrong going to the log.
///
/// The box file comes first, because presets speak of its ports and switches. One extension reads one part of the
/// language.
final class Reader {
    let log = DiagnosticLog()
    let files: ConfigurationFiles
    /// Tables of what is read, which the compiled configuration then has.
    let arena = Arena(isKept: true)
    var box = BoxConfiguration()
    /// Aliases to port numbers.
    var portNumbers: [Text: Int] = [:]
    /// Names of footswitches to their indices.
    var switchNumbers: [Text: Int] = [:]
    /// Names of routings to their numbers, all over the box.
    var routingNumbers: [Text: UInt16] = [:]
    var routingNames: [String] = []
    /// Value lists that were read, by file name, so that each is read and counted once.
    var listFiles: [Text: ListFile] = [:]
    var listCount = 0
    /// Tables of the curves that were asked for.
    var velocityCurves: [Int: UnsafePointer<UInt8>] = [:]
    /// Of notes that are only shifted, by semitones.
    var shifts: [Int: UnsafePointer<UInt8>] = [:]
    var controllerCurves: [Int: Remap.Values] = [:]
    /// Inputs that are not one message, in the order of their slots, and their slots.
    var derivedInputs: [DerivedInput] = []
    var derivedSlots: [DerivedInput: Int] = [:]
    /// Free messages that are listened for, by slot.
    var patterns: [Int: Pattern] = [:]
    var presets: [PresetModel] = []
    var assignments: [AssignmentModel] = []
    var sendings: [SendingModel] = []
    var startPresetNode: YAMLNode.Entry?
    /// How many errors stand in presets of the box file.
    var presetErrors = 0
    /// The box file has no error outside its presets (E1).
    private(set) var isBoxGood = false

    /// A number for what each file holds, by its name relative to the box file: when one is written later, nobody
    /// else must have changed it.
    var prints: [String: UInt64] = [:]

    /// What the file holds whose tree was read last.
    private(set) var treeBytes: [UInt8] = []
    /// Memory for as long as a file is read.
    private(set) var scratch = Arena()
    /// The tree of the box file, whose names are asked for as long as presets are read.
    private var boxTree: YAMLTree?

    init(files: ConfigurationFiles) {
        self.files = files
    }

    /// The tree of a file, or nil where it cannot be read or is no YAML.
    func tree(_ name: String, hint: String = "") -> YAMLTree? {
        let shown = files.shown(name)
        let number = log.file(shown)
        switch files.read(name) {
        case .unreadable(let why):
            log.error(Place(file: number, line: 1, column: 1), "cannot be read: \(why)\(hint)")
            return nil
        case .bytes(let bytes):
            prints[name] = Reader.print(bytes)
            treeBytes = bytes
            return YAMLTree(bytes, file: number, log: log)
        }
    }

    /// Reads everything: the box file, then `presets/*.yaml` by name.
    ///
    /// Without a box nobody knows what presets speak of; then only whether they are YAML is looked at.
    func readAll(box name: String) {
        boxTree = tree(name, hint: "; a configuration is a box file, or a folder with a box.yaml")
        if let boxTree {
            readBox(boxTree.root)
            isBoxGood = log.errorCount == presetErrors
        }
        for name in files.list("presets", ending: ".yaml") {
            let errorsBefore = log.errorCount
            guard let tree = tree(name), boxTree != nil else { continue }
            scratch = tree.memory
            readPreset(tree.root, errorsBefore: errorsBefore)
        }
    }
}
