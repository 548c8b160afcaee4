import CPlatform
import Configuration
import Host
import MIDICI
import Plan
import Upkeep

/// A file of the configuration as a state of MIDI-CI (U9): the box file, or the file of a preset.
struct StateFile: Equatable {
    /// The file's path, relative to the box file.
    var name: String
    /// The state as peers see it.
    var state: CIContent.State
    /// The preset that the file loads; nil for the box file.
    var preset: String?

    /// Most bytes of an id (M2-105-UM).
    private static let idBytes = 36

    /// The files of a configuration, the box file first, then by name.
    ///
    /// - Parameters:
    ///   - hashes: of the files as they were read, by name.
    ///   - box: the name of the box file.
    static func list(_ configuration: CompiledConfiguration, _ hashes: [String: UInt64], box: String) -> [StateFile] {
        var names = hashes.keys.filter { $0 != box }
        sortByBytes(&names)
        var files: [StateFile] = []
        for name in [box] + names {
            let preset = name == box ? nil : configuration.presetFiles.firstIndex(of: name)
            let title = preset.map { configuration.presetNames[$0] }
            if name != box && title == nil { continue }
            let id = id(of: name == box ? "box" : name, besides: files)
            let state = CIContent.State(
                id: id, title: title ?? configuration.box.name, revision: String(hashes[name] ?? 0, radix: 16))
            files.append(StateFile(name: name, state: state, preset: title))
        }
        return files
    }

    /// The name of a file in the letters that an id may have, such as `presets-verse`; with a number if the id is
    /// taken.
    private static func id(of name: String, besides files: [StateFile]) -> String {
        let ending = Array(".yaml".utf8)
        var bytes = Array(name.utf8)
        if bytes.suffix(ending.count).elementsEqual(ending) { bytes.removeLast(ending.count) }
        let letters = bytes.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): byte
            default: UInt8(ascii: "-")
            }
        }
        var (id, number) = (String(decoding: letters.prefix(idBytes), as: UTF8.self), 1)
        while files.contains(where: { $0.state.id == id }) {
            number += 1
            let ending = "-\(number)"
            id = String(decoding: letters.prefix(idBytes - ending.utf8.count), as: UTF8.self) + ending
        }
        return id
    }
}

extension RunningConfiguration {
    /// The states of MIDI-CI; none while the box runs without its configuration (E1).
    var stateFiles: [StateFile] {
        if badConfiguration != nil { return [] }
        return StateFile.list(current, hashes, box: StateFolder.boxName(of: path))
    }

    /// The text of a state.
    func text(of file: StateFile) -> CIAnswer {
        let path = drafts.inForce.paths[file.name] ?? "\(StateFolder.folder(of: path))/\(file.name)"
        guard let bytes = Console.readFile(path) else { return .refused(status: 341, "it cannot be read now") }
        return .text(String(decoding: bytes, as: UTF8.self))
    }

    /// Replaces a file as a save does (E4) and reads the configuration again (E1). The text must compile with the other
    /// files, and must leave the hardware as it is. Returns a refusal; nil if the loop was told of the new
    /// configuration.
    func replace(_ file: StateFile, by text: String) -> CIAnswer? {
        do throws(FileReplacement.Problem) {
            let replacement = try FileReplacement(
                path: path, name: file.name, by: Array(text.utf8), asRead: hashes, knownGroups: knownGroups,
                drafts: drafts.inForce)
            guard replacement.box.hasSameHardware(as: current.box) else {
                throw .hardware
            }
            try write(replacement)
        } catch {
            complain("a text over MIDI-CI is refused: \(error.message)")
            return RunningConfiguration.refusal(error)
        }
        return readAgain()
    }

    /// The refusal for a peer. Values and names of files stay in the log of the box: otherwise a peer could name any
    /// file of the machine and learn its content, or whether it exists.
    static func refusal(_ problem: FileReplacement.Problem) -> CIAnswer {
        switch problem {
        case .faulty: .refused(status: 342, "the configuration would have errors; the log of the box says which")
        case .hardware: .refused(status: 342, "the text takes other hardware, which needs a restart of the box")
        case .unavailable: .refused(status: 341, "it cannot be replaced now; the log of the box says why")
        }
    }

    /// Reads the configuration again. Returns a refusal; nil if the loop was told of the new configuration.
    func readAgain() -> CIAnswer? {
        let reading = handed.reading
        reload()
        return handed.reading == reading ? .refused(status: 341, "the configuration stays as it was") : nil
    }

    private func write(_ replacement: FileReplacement) throws(FileReplacement.Problem) {
        if replacement.old == replacement.new { return }
        var files = SafeFiles(SystemCalls())
        do throws(SafeFiles<SystemCalls>.Problem) {
            try files.replace(
                replacement.path, replacement.old, by: replacement.new, within: StateFolder.folder(of: path))
        } catch {
            throw .unavailable("\(replacement.path): \(error.message)")
        }
        say("\(replacement.path): replaced over MIDI-CI")
    }
}
