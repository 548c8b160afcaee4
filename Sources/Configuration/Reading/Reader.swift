import MIDI
import Program

/// Reads the files of one configuration: turns YAML trees into models and reports errors to the log.
///
/// Reads the box file first, because presets name its ports and switches. Each extension reads one part of the
/// language.
final class Reader {
    let log = DiagnosticLog()
    let files: ConfigurationFiles
    /// How many groups the device of an alias is known to have (U6).
    let knownGroups: [String: Int]
    /// The file whose text somebody else has sent: it may name only files of the configuration's folder.
    private let foreign: String?
    /// Memory of the tables, which the compiled configuration takes over.
    let arena = Arena(isKept: true)
    var box = BoxConfiguration()
    /// Port numbers by alias.
    var portNumbers: [Text: Int] = [:]
    /// Footswitch indices by name.
    var switchNumbers: [Text: Int] = [:]
    /// The GPIO lines that are in use, and what uses them.
    var lines: [(line: GPIOLine, owner: String)] = []
    /// Where the peers of network ports are written, by port number.
    var peerPlaces: [Int: Place] = [:]
    /// Where the file lets others replace the configuration.
    var writePlaces = WritePlaces()
    /// Routing numbers by name, unique in the whole box.
    var routingNumbers: [Text: UInt16] = [:]
    var routingNames: [String] = []
    /// List files by name, so that each is read and counted once.
    var listFiles: [Text: ListFile] = [:]
    var listCount = 0
    /// Tables of the velocity curves used so far, by curve number.
    var velocityCurves: [Int: UnsafePointer<UInt8>] = [:]
    /// Tables of note maps that only shift, by semitones.
    var shifts: [Int: UnsafePointer<UInt8>] = [:]
    /// Tables of the controller curves used so far, by curve number and ranges.
    var controllerCurves: [Int: Remap.Values] = [:]
    /// Number of tables of curves with 14-bit inputs, which have 16,384 values each.
    var wideCurves = 0
    /// Inputs of several messages, in the order of their slots.
    var derivedInputs: [DerivedInput] = []
    /// Slots by input of several messages.
    var derivedSlots: [DerivedInput: Int] = [:]
    /// Patterns of `message` inputs, by slot.
    var patterns: [Int: Pattern] = [:]
    /// The programs of the devices at the ports, as known last (U10).
    lazy var knownPrograms = Reader.readKnownPrograms(files)
    /// Number of packets of the on-load messages read so far.
    var onLoadPackets = 0
    /// Number of further conditions allowed in the routing or assignment that is being read; negative: too many.
    var conditionsLeft = 0
    var presets: [PresetModel] = []
    var assignments: [AssignmentModel] = []
    var sendings: [SendingModel] = []
    var setLists: [SetListModel] = []
    var startPresetNode: YAMLNode.Entry?
    /// Number of errors in presets of the box file.
    var presetErrors = 0
    /// Whether a preset has a number, or a name, that could not be read: any that is missing may be this one.
    var (lacksNumbers, lacksNames) = (false, false)
    /// Whether the box file has no error outside its presets (E1).
    private(set) var isBoxGood = false

    /// Hash of the parts of the box file that presets depend on (E1); nil: too large to be compared.
    var boxHash: UInt64?
    /// Hash of the assignments (E1); nil: too large to be compared.
    var assignmentsHash: UInt64?
    /// Hash of each file's content, by name relative to the box file, to detect changes before a file is written.
    var fileHashes: [String: UInt64] = [:]

    /// Number of bytes in all files read.
    private var byteCount = 0
    /// Number of YAML values in all files read.
    private var valueCount = 0
    /// Whether a limit was exceeded that ends reading.
    var isOverLimit = false

    /// Content of the file whose tree was read last.
    private(set) var treeBytes: [UInt8] = []
    /// Memory that is valid while a file is read.
    private(set) var scratch = Arena()
    /// The tree of the box file, kept because the names in it are looked up while presets are read.
    private var boxTree: YAMLTree?

    init(files: ConfigurationFiles, knownGroups: [String: Int] = [:], foreign: String? = nil) {
        self.files = files
        self.knownGroups = knownGroups
        self.foreign = foreign
    }

    /// Whether the text at a place is somebody else's: sent to the box, or taken from an archive or a card.
    func isForeign(_ place: Place) -> Bool {
        files.isMemory || foreign.map { $0 == log.readName(of: place.file) } ?? false
    }

    /// Reads a file into a tree; nil if it cannot be read or is not valid YAML, which is reported.
    func tree(_ name: String, hint: String = "") -> YAMLTree? {
        let shown = files.shown(name)
        let number = log.file(shown, readAs: name)
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
            fileHashes[name] = Reader.hash(bytes)
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

    /// Counts bytes; false if all files together exceed their limit, which is reported.
    func hasRoom(for bytes: Int, _ place: Place) -> Bool {
        byteCount += bytes
        if byteCount <= ReadingLimits.configurationBytes { return true }
        if !isOverLimit { log.overLimit(place, "configurationBytes", ReadingLimits.configurationBytes) }
        isOverLimit = true
        return false
    }

    /// Reads everything: the box file, then `presets/*.yaml` by name.
    ///
    /// Without a valid box file, presets are only checked for valid YAML, because the names they use are unknown.
    func readAll(box name: String) {
        boxTree = tree(name, hint: "; a configuration is a box file, or a folder with a box.yaml")
        if let boxTree {
            readBox(boxTree.root)
            isBoxGood = log.errorCount == presetErrors
        }
        warnOfWrongNames()
        for (index, name) in files.list("presets", ending: ".yaml").enumerated() {
            // A configuration over a limit cannot run, and reading on could take long.
            if isOverLimit { return }
            if index == Limits.presets {
                return overLimit(
                    Place(file: log.file(files.shown(name), readAs: name), line: 1, column: 1), "presets",
                    Limits.presets)
            }
            let errorsBefore = log.errorCount
            guard let tree = tree(name), boxTree != nil else {
                (lacksNumbers, lacksNames) = (true, true)
                continue
            }
            scratch = tree.memory
            readPreset(tree.root, errorsBefore: errorsBefore)
        }
    }
}
