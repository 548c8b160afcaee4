import Upkeep

/// A request about drafts (W13). All of them may end with the name of who asks, which other clients are told.
enum DraftRequest: Equatable {
    /// A file that is edited.
    struct File: Equatable {
        /// The name relative to the box file.
        var name: String
        /// The hash of the text that was edited: of the draft, or else the file; nil: there was none.
        var hash: UInt64?
        /// The name of the file with the new text, in the folder of incoming edits.
        var incoming: String
    }

    /// Which of a draft and its file stays, if somebody has changed the file on disk.
    enum Side: String {
        case disk, draft
    }

    /// `draft put "BY" "FILE" HASH NAME …`: makes or changes drafts, as one step.
    case put([File], by: String)
    /// `draft save ["BY"]`: writes all drafts without errors into their files.
    case save(by: String)
    /// `draft revert ["BY"]`: drops all drafts.
    case revert(by: String)
    /// `draft undo ["BY"]`: goes back a step.
    case undo(by: String)
    /// `draft take disk|draft "FILE" ["BY"]`: drops a draft, or lets it stand over the file as it is now.
    case take(Side, String, by: String)

    /// Reads the words behind `draft`.
    static func read(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> DraftRequest {
        let verb = try words.next("what to do with drafts")
        switch verb.text {
        case "put": return try put(&words)
        case "save": return .save(by: try by(&words))
        case "revert": return .revert(by: try by(&words))
        case "undo": return .undo(by: try by(&words))
        case "take":
            let word = try words.next("disk or draft")
            guard let side = Side(rawValue: word.text) else {
                throw word.problem("'\(word.text)' is neither disk nor draft")
            }
            let name = try words.next("a file").text
            return .take(side, name, by: try by(&words))
        default: throw verb.problem("'\(verb.text)' is neither put, save, revert, undo nor take")
        }
    }

    private static func put(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> DraftRequest {
        let by = try words.next("who edits").text
        var files: [File] = []
        repeat {
            let name = try words.next("a file")
            let hash = try words.next("the hash of its text")
            guard let value = DraftName.hash(hash.bytes) else {
                throw hash.problem("'\(hash.text)' is no hash of 16 hex digits")
            }
            let incoming = try words.next("the name of the new text").text
            files.append(File(name: name.text, hash: value, incoming: incoming))
        } while !words.isAtEnd
        return .put(files, by: by)
    }

    /// Reads who asks, the last word of a line; empty if it is not there.
    static func by(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> String {
        if words.isAtEnd { return "" }
        let name = try words.next("who asks").text
        try words.finish()
        return name
    }
}
