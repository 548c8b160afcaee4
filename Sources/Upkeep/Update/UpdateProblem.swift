import CPlatform

/// Why an update is refused or has failed (I5).
package enum UpdateProblem: Error, Equatable {
    case noFile, notAnUpdate, cut, unsigned, otherKey, damaged, noKeys
    /// The key that signed the update was withdrawn; the number of the key.
    case withdrawn(String)
    case otherBoard(String)
    case older(UpdateVersion)
    case tooLarge
    /// The box does not run from a card or disk with two slots.
    case noDisk
    /// The running slot is itself on trial. The update would overwrite the slot to which the trial falls back.
    case trialRuns
    /// The boot selector on the owner's partition is missing or not as the image made it.
    case noSelector(String)
    /// The file changed between checking and writing, or the slot reads back differently.
    case changed, readBack
    /// The record of the trial cannot be written to the data partition.
    case nothingIsKept
    case device(String, Int32)

    /// The reason in words.
    package var message: String {
        switch self {
        case .noFile: "there is no update.treadle, neither on the card nor on a USB stick"
        case .notAnUpdate: "this is no update of Treadle"
        case .cut: "the file is cut off; copy it again"
        case .unsigned: "the file has no signature"
        case .otherKey: "the signature is by a key that this box does not trust"
        case .withdrawn(let key): "the signature is by the key \(key), which was withdrawn"
        case .damaged: "the file is damaged, or was changed after it was signed"
        case .noKeys: "this image trusts no key"
        case .otherBoard(let board): "it is for the board \(board)"
        case .older(let version): "\(version.text) is older than what runs; --downgrade installs it"
        case .tooLarge: "it is larger than a slot of this card"
        case .noDisk: "this box does not run from a card or disk with two slots"
        case .trialRuns: "the last update is still on trial; try again when it has run 30 s with its ports"
        case .noSelector(let name): "\(name) on the card is missing or was changed"
        case .changed: "the file changed while it was written; the running version stays"
        case .readBack: "the card does not return what was written to it; the running version stays"
        case .nothingIsKept: "the data partition cannot be written"
        case .device(let path, let error): "\(path): \(String(cString: treadle_error_message(error)))"
        }
    }

    /// The reason on the display, at most 16 characters.
    package var words: String {
        switch self {
        case .noFile: "NO UPDATE"
        case .notAnUpdate, .damaged: "DAMAGED"
        case .cut: "CUT OFF"
        case .unsigned: "NOT SIGNED"
        case .otherKey, .noKeys: "KEY NOT TRUSTED"
        case .withdrawn: "KEY WITHDRAWN"
        case .otherBoard: "OTHER BOARD"
        case .older: "OLDER VERSION"
        case .tooLarge: "TOO LARGE"
        case .noDisk: "NO CARD"
        case .trialRuns: "STILL ON TRIAL"
        case .noSelector: "NO SELECTOR"
        case .changed, .readBack, .device: "WRITE FAILED"
        case .nothingIsKept: "NOT KEPT"
        }
    }

    /// Whether something is wrong. A missing update is no fault, nor one that must be confirmed or must wait.
    package var isFault: Bool {
        switch self {
        case .noFile, .noDisk, .older, .trialRuns: false
        default: true
        }
    }

    /// Whether the file is at fault, and not this box.
    package var isBadInput: Bool {
        switch self {
        case .notAnUpdate, .cut, .unsigned, .otherKey, .withdrawn, .damaged, .otherBoard, .older, .tooLarge: true
        default: false
        }
    }
}
