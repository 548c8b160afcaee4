/// A request of the page's process for work that takes longer than an answer may (W15).
///
/// The answer `ok` says that it has begun. Its end is told by a line of its own:
///
///     upkeep progress 40
///     upkeep done TEXT
///     upkeep refused TEXT
///     upkeep failed TEXT
enum UpkeepRequest: Equatable {
    /// `backup NAME`: write an archive of the configuration.
    case backup(String)
    /// `restore NAME`: restore an archive, and reload the configuration.
    case restore(String)
    /// `update check NAME`: verify an update.
    case checkUpdate(String)
    /// `update install NAME`, `update install NAME older`: verify and install an update.
    case installUpdate(String, allowsOlder: Bool)

    /// Parses the words behind `verb`. NAME is that of a file in the folder of uploads.
    static func read(_ verb: String, _ words: inout ScriptWords) throws(ScriptWords.Problem) -> UpkeepRequest {
        switch verb {
        case "backup": return .backup(try lastName(&words))
        case "restore": return .restore(try lastName(&words))
        default: break
        }
        let task = try words.next("check or install")
        switch task.text {
        case "check": return .checkUpdate(try lastName(&words))
        case "install":
            let name = try name(&words)
            if words.isAtEnd { return .installUpdate(name, allowsOlder: false) }
            let word = try words.next("older")
            if word.text != "older" { throw word.problem("'\(word.text)' is not 'older'") }
            try words.finish()
            return .installUpdate(name, allowsOlder: true)
        default: throw task.problem("'\(task.text)' is neither check nor install")
        }
    }

    private static func lastName(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> String {
        let name = try name(&words)
        try words.finish()
        return name
    }

    private static func name(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> String {
        let word = try words.next("the name of a file")
        // The file is in one folder, and its name is no option of a command.
        let isPlain = word.bytes.allSatisfy { 33...126 ~= $0 && $0 != UInt8(ascii: "/") }
        if !isPlain || word.bytes.isEmpty || word.bytes.first == UInt8(ascii: ".") {
            throw word.problem("'\(word.text)' is not the name of a file")
        }
        return word.text
    }
}
