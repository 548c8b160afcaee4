import MIDI
import Program

extension HeldControllers {
    /// What an input moved away from rest at a destination, and how it got there.
    struct Path {
        var input = InputKey(0, 0, 0)
        var destination = PortIndex(0)
        var outChannel: UInt8 = 0
        /// Nil: it is a note.
        var controller: RetainedController? = RetainedController.sustain
        /// The remap it went through, copied because its preset may be gone by the time it comes back. Where `isRemapped` is
        /// false the message passed as it was, but for the channel.
        var remap = Remap()
        var isRemapped = false
        /// Which message of the output of the remap it is: the LSB of a pair is 1 (R15).
        var part: UInt8 = 0
        /// The internal value of that remap (H7): its state goes on here.
        var value: Int32 = 0
        /// When it began, in an order with `HeldNotes.Note.began`.
        var began: UInt32 = 0
        /// When it began, as `HeldNotes.Note.pressedAt`.
        var pressedAt: UInt32 = 0
        /// The note that sounds, and its player: the state of the remap, or a number beyond those of remaps.
        var note: UInt8 = 0
        var player: UInt16 = 0
        /// The routing that plays the note, `byAction` or `byPast`.
        var routing = RoutingIndex.byPast
        /// Whether it ends when its routing does (H7).
        var endsWithRouting = false
        /// The routing that sent it and the preset of that routing, for the trace.
        var sentBy = RoutingIndex(0)
        var sentIn = PresetIndex(0)
    }
}

extension HeldControllers.Path {
    @inline(__always)
    var isNote: Bool { controller == nil }

    /// Whether it is a note whose routing belongs to settings of the past.
    var isOfPast: Bool { isNote && routing == .byPast }

    /// `HeldNotes.sound` of the note.
    var sound: Int { HeldNotes.sound(destination, outChannel, note) }

    /// Whether notes move it (R9).
    var listensToNotes: Bool {
        ControlInput.isNote(input.slot) || isRemapped && ControlInput.isNote(remap.backSlot)
    }

    /// Whether an input moves it.
    func listens(to move: ControllerMove) -> Bool {
        input.channel == move.channel
            && (Int(input.slot) == move.slot || isRemapped && Int(remap.backSlot) == move.slot)
    }

    /// Whether an output on a channel sends the very same controller (H8).
    func isMoved(by output: ControlOutput, on channel: UInt8) -> Bool {
        if let controller { return output.moves(controller, of: outChannel, on: channel) }
        return output == .key(note) && channel == outChannel
    }

    /// Whether both lead from one input to one controller of a destination, or to its notes.
    func hasSameEnds(as path: Self) -> Bool {
        input == path.input && destination == path.destination && outChannel == path.outChannel
            && controller == path.controller
    }

    /// Takes what the newest path with the same ends goes by.
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
    /// Players past all remaps. One for the notes that stand in free messages, whichever remap sends them, and behind it one
    /// for each remap whose free message takes the note from its value.
    private static let messagePlayers: UInt16 = 0x4000
    /// One for each note of each channel that a load or an action sends.
    private static let ownPlayers: UInt16 = 0x8000
    /// One for the last `note-value` that a load or an action sends.
    private static let lastOwnPlayer: UInt16 = 0xFFFF

    /// The player of a note in a free message. `varies`: the note is the value.
    static func player(of remap: UnsafePointer<Remap>, noteVaries varies: Bool) -> UInt16 {
        varies ? messagePlayers + 1 + remap.pointee.state : messagePlayers
    }

    /// The player of a note that a load or an action sends. `replaces`: it ends the one before.
    static func player(of message: Message, replaces: Bool) -> UInt16 {
        replaces ? lastOwnPlayer : ownPlayers | UInt16(message.channel) << 7 | UInt16(message.data1)
    }

    /// Whether one remap plays both at one destination. A remap that counts or turns has one value, whatever moves it (R12);
    /// otherwise each source and channel plays for itself.
    func hasSamePlayer(as path: Self) -> Bool {
        player == path.player && destination == path.destination
            && (remap.mode.kind != .direct
                || input.source == path.input.source && input.channel == path.input.channel)
    }

    func isSameNote(as path: Self) -> Bool {
        hasSamePlayer(as: path) && note == path.note && outChannel == path.outChannel
    }

    /// Whether both are one note of one destination.
    func isSameSound(as path: Self) -> Bool {
        destination == path.destination && outChannel == path.outChannel && note == path.note
    }
}
