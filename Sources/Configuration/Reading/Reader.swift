import MIDI
import Plan

/// Reads the files of one configuration: converts YAML trees to models, and reports errors to the log.
///
/// Reads the box file first, because presets name its ports and footswitches. Each extension reads one part of the
/// language.
final class Reader {
    let log = DiagnosticLog()
    let files: ConfigurationFiles
    /// The known number of groups of a device, by alias (U6).
    let knownGroups: [String: Int]
    /// Finds what has a shorter form (`check --hints`); nil: nobody wants to know.
    let hints: Hints?
    /// The file whose text came from another device; this text may name only files in the configuration's folder.
    private let foreign: String?
    /// The memory of the tables; passed to the compiled configuration.
    let arena = Arena(isKept: true)
    var box = BoxConfiguration()
    /// Port numbers by alias.
    var portNumbers: [Text: Int] = [:]
    /// Footswitch indices by name.
    var switchNumbers: [Text: Int] = [:]
    /// The GPIO lines in use, each with a description of its user.
    var lines: [(line: GPIOLine, owner: String)] = []
    /// The places of the values of `network:` and `bluetooth:` at ports, by port number.
    var peerPlaces: [Int: Place] = [:]
    /// The places of `write: true`, which lets devices replace the configuration.
    var writePlaces = WritePlaces()
    /// Routing numbers by name, unique in the whole box.
    var routingNumbers: [Text: UInt16] = [:]
    var routingNames: [String] = []
    /// The list files by name; each is read and counted once.
    var listFiles: [Text: ListFile] = [:]
    var listCount = 0
    /// Tables of the velocity curves used so far, by curve number.
    var velocityCurves: [Int: UnsafePointer<UInt8>] = [:]
    /// Tables of note maps that only shift, by number of semitones.
    var shifts: [Int: UnsafePointer<UInt8>] = [:]
    /// Tables of the controller curves used so far, by curve number and ranges.
    var controllerCurves: [Int: Remap.Values] = [:]
    /// The number of tables of curves with 14-bit inputs; each has 16,384 values.
    var wideCurves = 0
    /// The inputs assembled from several messages, in the order of their slots.
    var derivedInputs: [DerivedInput] = []
    /// The slots of inputs assembled from several messages.
    var derivedSlots: [DerivedInput: Int] = [:]
    /// The patterns of `message` and `mmc` inputs, by slot.
    var patterns: [Int: Pattern] = [:]
    /// The last known programs of the devices at the ports (U10).
    lazy var knownPrograms = Reader.readKnownPrograms(files)
    /// The triggers with `rearm` read so far (R27), and whether there were too many.
    var rearms: [RearmedTrigger] = []
    var isOverRearms = false
    /// The number of UMPs in the on-load messages read so far.
    var onLoadUMPs = 0
    /// The number of further conditions allowed in the routing, assignment or hold being read; negative: too many.
    var conditionsLeft = 0
    var presets: [PresetModel] = []
    var assignments: [AssignmentModel] = []
    var sendings: [SendingModel] = []
    /// The number of lists of several actions (A4).
    var actionListCount = 0
    var setLists: [SetListModel] = []
    var startPresetNode: YAMLNode.Entry?
    /// The number of errors in presets of the box file.
    var presetErrors = 0
    /// Whether the number, or the name, of some preset could not be read; then an unknown number or name may be that
    /// one.
    var (lacksNumbers, lacksNames) = (false, false)
    /// Whether the box file has no errors outside its presets (E1).
    private(set) var isBoxGood = false

    /// A hash of the parts of the box file on which presets depend (E1); nil if they are too large to be compared.
    var boxHash: UInt64?
    /// A hash of the assignments (E1); nil if they are too large to be compared.
    var assignmentsHash: UInt64?
    /// A hash of each file's content, by name relative to the box file, to detect changes before a file is written.
    var fileHashes: [String: UInt64] = [:]

    /// The size of all files read so far, in bytes.
    private var byteCount = 0
    /// The number of YAML values in all files read so far.
    private var valueCount = 0
    /// Whether a limit was exceeded, so that reading ends.
    var isOverLimit = false

    /// The content of the file that `tree` read last.
    private(set) var treeBytes: [UInt8] = []
    /// Memory that stays valid while a file is read.
    private(set) var scratch = Arena()
    /// The tree of the box file. Kept, because `Text` keys such as aliases point into it while presets are read.
    private var boxTree: YAMLTree?

    init(
        files: ConfigurationFiles, knownGroups: [String: Int] = [:], foreign: String? = nil, wantsHints: Bool = false
    ) {
        self.files = files
        hints = wantsHints ? Hints() : nil
        self.knownGroups = knownGroups
        self.foreign = foreign
    }

    /// Whether the text at a place comes from elsewhere: sent to the box, or read from an archive or a card.
    func isForeign(_ place: Place) -> Bool {
        let name = log.readName(of: place.file)
        return files.isMemory || foreign.map { $0 == name } ?? false || files.isDrafted(name)
    }

    /// Reads a file into a tree; nil if the file cannot be read or is not valid YAML, which is reported.
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

    /// Counts bytes; returns false after reporting that all files together exceed the limit.
    func hasRoom(for bytes: Int, _ place: Place) -> Bool {
        byteCount += bytes
        if byteCount <= ReadingLimits.configurationBytes { return true }
        if !isOverLimit { log.overLimit(place, "configurationBytes", ReadingLimits.configurationBytes) }
        isOverLimit = true
        return false
    }

    /// Reads the box file, then `presets/*.yaml` in the order of their names.
    ///
    /// Without a valid box file, presets are only checked for valid YAML, because the names in them are unknown.
    func readAll(box name: String) {
        boxTree = tree(name, hint: "; a configuration is a box file, or a folder with a box.yaml")
        if let boxTree {
            readBox(boxTree.root)
            isBoxGood = log.errorCount == presetErrors
        }
        warnOfWrongNames()
        for (index, name) in files.list("presets", ending: ".yaml").enumerated() {
            // A configuration over a limit cannot run, and reading further files could take long.
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
