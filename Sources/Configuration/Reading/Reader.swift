import MIDI
import Program

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
    /// Those of 14-bit inputs, each of which is as long as the longest list.
    var wideCurves = 0
    /// Inputs that are not one message, in the order of their slots, and their slots.
    var derivedInputs: [DerivedInput] = []
    var derivedSlots: [DerivedInput: Int] = [:]
    /// Free messages that are listened for, by slot.
    var patterns: [Int: Pattern] = [:]
    /// Packets of on-load messages that were read.
    var onLoadPackets = 0
    /// How many conditions the routing or assignment that is being read may have yet; below 0: too many.
    var conditionsLeft = 0
    var presets: [PresetModel] = []
    var assignments: [AssignmentModel] = []
    var sendings: [SendingModel] = []
    var startPresetNode: YAMLNode.Entry?
    /// How many errors stand in presets of the box file.
    var presetErrors = 0
    /// The box file has no error outside its presets (E1).
    private(set) var isBoxGood = false

    /// Numbers for what presets go by in the box file, and for its assignments (E1); nil: too large to be compared.
    var boxHash: UInt64?
    var assignmentsHash: UInt64?
    /// A number for what each file holds, by its name relative to the box file: when one is written later, nobody
    /// else must have changed it.
    var prints: [String: UInt64] = [:]

    /// Bytes and values of all files that were read.
    private var byteCount = 0
    private var valueCount = 0
    /// A limit was passed behind which nothing more is read.
    var isOverLimit = false

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
        case .tooLong(let count):
            log.overLimit(
                Place(file: number, line: 1, column: 1), "fileBytes", ReadingLimits.fileBytes, count)
            return nil
        case .bytes(let bytes):
            let start = Place(file: number, line: 1, column: 1)
            if !hasRoom(for: bytes.count, start) { return nil }
            prints[name] = Reader.print(bytes)
            treeBytes = bytes
            guard let tree = YAMLTree(bytes, file: number, log: log) else { return nil }
            valueCount += tree.values
            if valueCount > ReadingLimits.configurationValues {
                log.overLimit(start, "configurationValues", ReadingLimits.configurationValues)
                isOverLimit = true
                return nil
            }
            return tree
        }
    }

    /// Whether all files together are still within their limit; where they are not, that is reported.
    func hasRoom(for bytes: Int, _ place: Place) -> Bool {
        byteCount += bytes
        if byteCount <= ReadingLimits.configurationBytes { return true }
        if !isOverLimit { log.overLimit(place, "configurationBytes", ReadingLimits.configurationBytes) }
        isOverLimit = true
        return false
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
        for (index, name) in files.list("presets", ending: ".yaml").enumerated() {
            // Over a limit nothing of it can run, and to read on could take long.
            if isOverLimit { return }
            if index == Limits.presets {
                return overLimit(
                    Place(file: log.file(files.shown(name)), line: 1, column: 1), "presets", Limits.presets)
            }
            let errorsBefore = log.errorCount
            guard let tree = tree(name), boxTree != nil else { continue }
            scratch = tree.memory
            readPreset(tree.root, errorsBefore: errorsBefore)
        }
    }
}
