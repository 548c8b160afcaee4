import MIDI
import Program

// Notes that remaps play, by `to: key` and `to: note-value`, and those that a load plays. They are held like the notes of
// keys (H3): a destination's note sounds until nothing holds it any more.
extension Router {
    /// Plays what a remap makes of a value; velocity 0 is off. `note-value` ends the note before (H7).
    mutating func play(
        _ note: UInt8, velocity: UInt8, by remap: UnsafePointer<Remap>, _ move: ControllerMove,
        from source: UInt8, along way: ControllerPath
    ) {
        // The notes of a preset that is gone have ended.
        if routesPast { return }
        var path = HeldControllers.Path()
        path.source = source
        path.channel = move.channel
        path.slot = UInt16(move.slot)
        path.outChannel = way.channel
        path.note = note
        path.player = remap.pointee.state
        path.routing = way.number
        path.endsWithRouting = remap.pointee.output == .noteValue
        follows(remap, &path)
        play(path, velocity: velocity, replaces: path.endsWithRouting, slot: move.slot, through: way.routing)
    }

    /// A note that a load or an action sends. Nobody will release its key, so it ends with its routing at the latest (H1);
    /// what actions send has one of its own, `HeldControllers.byAction`.
    mutating func playOwn(
        _ message: Message, of number: Int, through routing: UnsafePointer<Routing>, replaces: Bool
    ) {
        var path = HeldControllers.Path()
        path.source = Source.clock
        path.outChannel = message.channel
        path.note = message.data1
        // Past all remaps: a player for each note of each channel, and one for the last of `note-value`.
        path.player = replaces ? 0xFFFF : 0x8000 | UInt16(message.channel) << 7 | UInt16(message.data1)
        path.routing = UInt16(number)
        path.endsWithRouting = true
        let release = message.isNoteOff ? message : nil
        play(
            path, velocity: message.isNoteOn ? message.data2 : 0, replaces: replaces, slot: ControlInput.slots,
            through: routing, release: release)
    }

    private mutating func play(
        _ played: HeldControllers.Path, velocity: UInt8, replaces: Bool, slot: Int,
        through routing: UnsafePointer<Routing>, release: Message? = nil
    ) {
        var path = played
        path.controller = nil
        // Each message goes to all destinations before the next (R1).
        for end in 0..<Int(routing.pointee.destinationCount) {
            path.destination = routing.pointee.destinations[end]
            var ended = endOwn(path, keepingSame: velocity > 0 && !replaces, as: release)
            if velocity > 0 { continue }
            ended = endOthers(path, slot) || ended
            // R11: it is sent though nothing was on, but not while another key holds that note (H3).
            if ended { continue }
            if held.sounding[path.sound] > 0 {
                why(.heldByAnotherKey, to: path.destination)
            } else {
                send(path.noteOff(as: release), to: path.destination)
            }
        }
        if velocity == 0 { return }
        for end in 0..<Int(routing.pointee.destinationCount) {
            path.destination = routing.pointee.destinations[end]
            let noteOn = Message(status: 0x90 | path.outChannel, path.note, velocity)
            if isLooped(noteOn, from: path.source, to: path.destination) { continue }
            hold(path)
            send(noteOn, to: path.destination)
            _ = endOthers(path, slot)
        }
    }

    /// Remembers a note; what its player holds of that note already, begun by another channel or source, is the same.
    private mutating func hold(_ path: HeldControllers.Path) {
        var index = controllers.noteHeads[Int(path.routing)]
        while index != HeldControllers.none {
            let other = controllers.paths[Int(index)]
            if other.isSameNote(as: path) && other.source == path.source && other.channel == path.channel {
                controllers.update(index, path)
                return
            }
            index = other.nextOfRouting
        }
        held.hold(path.sound)
        addPath(path)
        let new = controllers.newest
        index = controllers.noteHeads[Int(path.routing)]
        while index != HeldControllers.none {
            let next = controllers.paths[Int(index)].nextOfRouting
            if index != new && controllers.paths[Int(index)].isSameNote(as: path) { endNote(index) }
            index = next
        }
    }

    /// Ends what a path's player plays at its destination, but for the same note where that goes on. False: it was nothing.
    private mutating func endOwn(
        _ path: HeldControllers.Path, keepingSame: Bool, as release: Message?
    ) -> Bool {
        var ended = false
        var index = controllers.noteHeads[Int(path.routing)]
        while index != HeldControllers.none {
            let other = controllers.paths[Int(index)]
            if other.hasSamePlayer(as: path) && !(keepingSame && other.isSameNote(as: path)) {
                endNote(index, as: release)
                ended = true
            }
            index = other.nextOfRouting
        }
        return ended
    }

    /// H8: the same note, by the same input along ways no longer in force, is what is played now.
    private mutating func endOthers(_ path: HeldControllers.Path, _ slot: Int) -> Bool {
        var ended = false
        let move = ControllerMove(slot: slot, channel: path.channel)
        var index = controllers.head(path.source, path.channel)
        while index != HeldControllers.none {
            let other = controllers.paths[Int(index)]
            if other.controller == nil && !other.endsWithRouting && other.listens(to: move)
                && other.destination == path.destination && other.outChannel == path.outChannel
                && other.note == path.note && !isInForce(other)
            {
                endNote(index)
                ended = true
            }
            index = other.next
        }
        return ended
    }

    private mutating func isInForce(_ path: HeldControllers.Path) -> Bool {
        path.routing != HeldControllers.none && !isShut(Int(path.routing))
            && !isBypassed(path.routing)
    }

    /// A note that is retained, by a new value: off at 0 (H7), and then true.
    mutating func replay(_ index: UInt16, velocity: UInt8) -> Bool {
        let path = controllers.paths[Int(index)]
        if velocity > 0 {
            send(Message(status: 0x90 | path.outChannel, path.note, velocity), to: path.destination)
        } else {
            endNote(index)
        }
        return velocity == 0
    }

    /// Forgets a note that is played; its Note Off is sent when nothing else holds it (H3), in the form of its release or
    /// as `8n kk 40` (R5).
    mutating func endNote(_ index: UInt16, as release: Message? = nil) {
        let path = controllers.paths[Int(index)]
        if path.routing == HeldControllers.none { status.heldNotes &-= 1 }
        controllers.remove(index)
        let atWork = working
        working = AtWork(path.sentBy, of: path.sentIn)
        if held.drop(path.sound) {
            send(path.noteOff(as: release), to: path.destination)
        } else {
            why(.heldByAnotherKey, to: path.destination)
        }
        working = atWork
    }
}

extension HeldControllers.Path {
    /// Of a note, where what it sounds as stands in `HeldNotes`.
    var sound: Int { HeldNotes.index(destination, outChannel, note) }

    fileprivate func noteOff(as release: Message?) -> Message {
        release?.on(channel: outChannel) ?? Message(status: 0x80 | outChannel, note, 0x40)
    }

    /// Whether one remap plays both at one destination. What counts or turns has one value, whatever moves it (R12);
    /// otherwise each source and channel plays for itself.
    fileprivate func hasSamePlayer(as path: Self) -> Bool {
        player == path.player && destination == path.destination
            && (remap.mode.kind != .direct || source == path.source && channel == path.channel)
    }

    fileprivate func isSameNote(as path: Self) -> Bool {
        hasSamePlayer(as: path) && note == path.note && outChannel == path.outChannel
    }
}
