import CPlatform

/// The files of a configuration: in a folder on disk, or in memory.
enum ConfigurationFiles {
    /// The folder of the box file, as a path that is empty or ends in a slash.
    case disk(folder: String)
    /// File contents by name relative to the box file.
    case memory([String: [UInt8]])
    /// Other files, with new content for one file, which may be an additional one.
    indirect case replacing(name: String, [UInt8], in: ConfigurationFiles)
    /// Other files without one file.
    indirect case removing(name: String, in: ConfigurationFiles)
    /// Other files, with drafts laid over them (W13).
    indirect case drafted(DraftFiles, over: ConfigurationFiles)

    enum Content {
        case bytes([UInt8])
        /// The system's error message.
        case unreadable(String)
        /// The size in bytes of a file over the limit `fileBytes`.
        case tooLong(Int)
    }

    /// Returns the path of a file for messages.
    func shown(_ name: String) -> String {
        switch self {
        case .disk(let folder): name.utf8.starts(with: "/".utf8) ? name : folder + name
        case .memory: name
        case .replacing(_, _, let others), .removing(_, let others), .drafted(_, let others): others.shown(name)
        }
    }

    func read(_ name: String) -> Content {
        switch self {
        case .memory(let texts):
            guard let text = texts[name] else { return .unreadable("No such file or directory") }
            return text.count > ReadingLimits.fileBytes ? .tooLong(text.count) : .bytes(text)
        case .disk: return readDisk(shown(name))
        case .replacing(name, let bytes, _):
            return bytes.count > ReadingLimits.fileBytes ? .tooLong(bytes.count) : .bytes(bytes)
        case .removing(name, _): return .unreadable("No such file or directory")
        case .replacing(_, _, let others), .removing(_, let others): return others.read(name)
        case .drafted(let drafts, let others): return readDraft(name, drafts, over: others)
        }
    }

    func readDisk(_ path: String) -> Content {
        let file = treadle_open_file(path)
        if file < 0 { return .unreadable(String(cString: treadle_error_message(file))) }
        defer { close(file) }
        // A pipe has no size and is read in pieces of 4096 bytes.
        let size = lseek(file, 0, SEEK_END)
        if Int(size) > ReadingLimits.fileBytes { return .tooLong(Int(size)) }
        var bytes: [UInt8] = []
        var count = 0
        while count <= ReadingLimits.fileBytes {
            if count == 0 {
                let room = size > 0 ? Int(size) + 1 : 4096
                bytes = [UInt8](repeating: 0, count: room)
            } else if count == bytes.count {
                bytes += [UInt8](repeating: 0, count: 4096)
            }
            let got = bytes.withUnsafeMutableBytes { bytes in
                let (room, end) = (bytes.count - count, bytes.baseAddress! + count)
                return size > 0 ? pread(file, end, room, off_t(count)) : CPlatform.read(file, end, room)
            }
            if got < 0 && treadle_errno() == EINTR { continue }
            if got < 0 { return .unreadable(String(cString: treadle_last_error())) }
            if got == 0 {
                bytes.removeLast(bytes.count - count)
                return .bytes(bytes)
            }
            count += got
        }
        return .tooLong(count)
    }

    /// The path of a box file in the parent folder; nil if there is none.
    var boxAbove: String? {
        guard case .disk(let folder) = withoutDrafts else { return nil }
        let parts = folder.utf8.dropLast()
        let above = parts.lastIndex(of: UInt8(ascii: "/")).map { String(Substring(parts[...$0])) } ?? ""
        let box = folder.isEmpty ? "../box.yaml" : above + "box.yaml"
        if case .bytes = readDisk(box) { return box }
        return nil
    }

    /// The number of file names that are listed; more than any folder of a configuration may have.
    private static let mostNames = 1024

    /// Lists the files of a folder whose names end in `ending`, sorted by name, without hidden files.
    func list(_ folder: String, ending: Text) -> [String] { list(folder) { $0.ends(with: ending) } }

    /// Lists the files of a folder whose names `isListed` accepts, sorted by name, without hidden files.
    func list(_ folder: String, where isListed: (Text) -> Bool) -> [String] {
        var names: [String] = []
        switch self {
        case .replacing(let name, _, let others):
            names = others.list(folder, where: isListed)
            if name.utf8.starts(with: (folder + "/").utf8) && name.asText(isListed) && !names.contains(name) {
                names.append(name)
            }
        case .removing(let name, let others): names = others.list(folder, where: isListed).filter { $0 != name }
        case .drafted(let drafts, let others):
            names = others.list(folder, where: isListed)
            ConfigurationFiles.add(drafts, in: folder, where: isListed, to: &names)
        case .memory(let texts):
            for name in texts.keys where name.utf8.starts(with: (folder + "/").utf8) && name.asText(isListed) {
                let rest = name.utf8.dropFirst(folder.utf8.count + 1)
                if rest.first != UInt8(ascii: ".") && !rest.contains(UInt8(ascii: "/")) { names.append(name) }
            }
        case .disk:
            guard let directory = opendir(shown(folder)) else { return [] }
            defer { closedir(directory) }
            while names.count < ConfigurationFiles.mostNames, let entry = readdir(directory) {
                let name = String(cString: treadle_entry_name(entry))
                if name.utf8.first != UInt8(ascii: ".") && name.asText(isListed) { names.append(folder + "/" + name) }
            }
        }
        sortByBytes(&names)
        return names
    }

    /// Folders beside the box file with names similar to `presets`, sorted by name. On a FAT file system `Presets` is
    /// the folder `presets` itself, and is left out.
    var foldersLikePresets: [String] {
        var names: [String] = []
        func isLike(_ name: String) -> Bool {
            let small = ConfigurationFiles.inSmallLetters(name)
            return name != "presets" && (small.elementsEqual("presets".utf8) || small.elementsEqual("preset".utf8))
        }
        switch self {
        case .replacing(_, _, let others), .removing(_, let others), .drafted(_, let others):
            return others.foldersLikePresets
        case .memory(let texts):
            for name in texts.keys {
                guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else { continue }
                let folder = String(name[..<slash])
                if isLike(folder) && !names.contains(folder) { names.append(folder) }
            }
        case .disk(let folder):
            guard let directory = opendir(folder.isEmpty ? "." : folder) else { return [] }
            defer { closedir(directory) }
            var (right, other) = (stat(), stat())
            let hasRight = stat(shown("presets"), &right) == 0
            while let entry = readdir(directory) {
                let name = String(cString: treadle_entry_name(entry))
                if !isLike(name) || stat(shown(name), &other) < 0 || Int32(other.st_mode) & S_IFMT != S_IFDIR {
                    continue
                }
                if !hasRight || other.st_ino != right.st_ino || other.st_dev != right.st_dev { names.append(name) }
            }
        }
        sortByBytes(&names)
        return names
    }

    /// The bytes of a name with ASCII capitals in lower case.
    static func inSmallLetters(_ name: String) -> [UInt8] {
        name.utf8.map { 65...90 ~= $0 ? $0 + 32 : $0 }
    }

    /// Splits a path from the command line, of a folder or a box file, into folder and box file.
    static func open(_ path: String) -> (files: ConfigurationFiles, box: String) {
        let slash = path.utf8.last == UInt8(ascii: "/")
        if let directory = opendir(path) {
            closedir(directory)
            return (.disk(folder: slash ? path : path + "/"), "box.yaml")
        }
        if slash { return (.disk(folder: path), "box.yaml") }
        let bytes = Array(path.utf8)
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return (.disk(folder: ""), path) }
        let folder = String(decoding: bytes[...slash], as: UTF8.self)
        return (.disk(folder: folder), String(decoding: bytes[(slash + 1)...], as: UTF8.self))
    }
}
