import MIDI
import Plan

extension HeldControllers {
    /// A controller that an input moved away from rest at a destination, or a note that it plays, with the remap in
    /// between.
    struct Path {
        var input = InputKey(0, 0, 0)
        var destination = PortIndex(0)
        var outChannel: UInt8 = 0
        /// Nil for a note.
        var controller: RetainedController? = RetainedController.sustain
        /// A copy of the remap, because its preset may be unloaded before the path ends. If `isRemapped` is false, the
        /// message passed unchanged except for the channel.
        var remap = Remap()
        var isRemapped = false
        /// The index of the message among those of the remap's output: 1 for the LSB of a pair (R15).
        var part: UInt8 = 0
        /// The preset of `sentBy`.
        var sentIn = PresetIndex(0)
        /// The internal value of the remap, which later moves along this path change (H7).
        var value: Int32 = 0
        /// When the path began: a number in one order with `HeldNotes.Note.began`.
        var began: UInt32 = 0
        /// When the path began, in the unit of `HeldNotes.Note.pressedAt`.
        var pressedAt: UInt32 = 0
        /// The sounding note, and its player: the state of the remap, or a number above those of remaps.
        var note: UInt8 = 0
        var player: UInt16 = 0
        /// The routing that plays the note; `byAction` or `byPast` if none does.
        var routing = RoutingIndex.byPast
        /// Whether the note ends together with its routing (H7).
        var endsWithRouting = false
        /// The routing that sent the message, for the trace.
        var sentBy = RoutingIndex(0)
    }
}

extension HeldControllers.Path {
    @inline(__always)
    var isNote: Bool { controller == nil }

    /// Whether this is a note whose routing belongs to earlier settings.
    var isOfPast: Bool { isNote && routing == .byPast }

    /// The `HeldNotes.sound` of the note.
    var sound: Int { HeldNotes.sound(destination, outChannel, note) }

    /// Whether note messages move the path (R9).
    var listensToNotes: Bool {
        ControlInput.isNote(input.slot) || isRemapped && ControlInput.isNote(remap.backSlot)
    }

    /// Whether a controller move moves the path.
    func listens(to move: ControllerMove) -> Bool {
        input.channel == move.channel
            && (Int(input.slot) == move.slot || isRemapped && Int(remap.backSlot) == move.slot)
    }

    /// Whether an output on a channel sends the same controller or note as this path (H8).
    func isMoved(by output: ControlOutput, on channel: UInt8) -> Bool {
        if let controller { return output.moves(controller, of: outChannel, on: channel) }
        return output == .key(note) && channel == outChannel
    }

    /// Whether both paths lead from one input to one controller of a destination, or both to notes on its channel.
    func hasSameEnds(as path: Self) -> Bool {
        input == path.input && destination == path.destination && outChannel == path.outChannel
            && controller == path.controller
    }

    /// Copies remap, value and sender from the newest path with the same ends.
    mutating func follow(_ path: Self) {
        remap = path.remap
        isRemapped = path.isRemapped
        part = path.part
        value = path.value
        sentBy = path.sentBy
        sentIn = path.sentIn
    }
}

// MARK: - Players

extension HeldControllers.Path {
    /// First player number above those of remaps. This one plays the notes that are fixed in free messages, whichever
    /// remap sends them; the following ones play, for each remap, notes that a free message takes from its value.
    private static let messagePlayers: UInt16 = 0x4000
    /// First number of players for notes sent by a load or an action: one for each channel and note.
    private static let ownPlayers: UInt16 = 0x8000
    /// The player of all `note-value` notes that loads and actions send: each ends the previous one.
    private static let lastOwnPlayer: UInt16 = 0xFFFF

    /// The player of a note in a free message. `varies`: the note number is the value of the remap.
    static func player(of remap: UnsafePointer<Remap>, noteVaries varies: Bool) -> UInt16 {
        varies ? messagePlayers + 1 + remap.pointee.state : messagePlayers
    }

    /// The player of a note sent by a load or an action. `replaces`: the note ends the previous one.
    static func player(of message: Message, replaces: Bool) -> UInt16 {
        replaces ? lastOwnPlayer : ownPlayers | UInt16(message.channel) << 7 | UInt16(message.data1)
    }

    /// Whether one remap plays both notes at one destination. A remap that counts or toggles has one value for all
    /// inputs (R12); otherwise each source and channel has its own player.
    func hasSamePlayer(as path: Self) -> Bool {
        player == path.player && destination == path.destination
            && (remap.mode.kind != .direct
                || input.source == path.input.source && input.channel == path.input.channel)
    }

    func isSameNote(as path: Self) -> Bool {
        hasSamePlayer(as: path) && note == path.note && outChannel == path.outChannel
    }

    /// Whether both paths play the same note of one destination.
    func isSameSound(as path: Self) -> Bool {
        destination == path.destination && outChannel == path.outChannel && note == path.note
    }
}
