import MIDI
import Program

/// Which sources hold which destinations' pedals, bends and pressures away from rest, and which notes of theirs remaps
/// play, along which path, so that the way back is the way it came whatever the settings are by then (H4, H5, H6, H7).
struct HeldControllers {
    struct Path {
        var source: UInt8 = 0
        var channel: UInt8 = 0
        /// What moves it: `ControlInput.slot`.
        var slot: UInt16 = 0
        var destination: UInt8 = 0
        var outChannel: UInt8 = 0
        /// Nil: it is a note.
        var controller: RetainedController? = RetainedController.sustain
        /// The remap it went through, copied because its preset may be gone by the time it comes back; where
        /// `isRemapped` is false the message passed as it was, but for the channel.
        var remap = Remap()
        var isRemapped = false
        /// Which message of the remap's output it is: the LSB of a pair is 1 (R15).
        var part: UInt8 = 0
        /// The internal value of that remap (H7): its state goes on here.
        var value: Int32 = 0
        /// When it began, in an order with `HeldNotes.Note.began`.
        var began: UInt32 = 0
        /// The note that sounds, and which of its routing's players it belongs to: a remap by its state, or what is
        /// beyond those.
        var note: UInt8 = 0
        var player: UInt16 = 0
        /// The routing that plays it; `none` once that belongs to settings of the past.
        var routing: UInt16 = HeldControllers.none
        /// It ends when its routing does (H7).
        var endsWithRouting = false
        /// The routing that sent it, and the preset it is a routing of: for whoever listens.
        var sentBy: UInt8 = 0
        var sentIn: UInt8 = 0
        var nextOfRouting: UInt16 = HeldControllers.none

        /// Whether notes move it (R9).
        var hearsNotes: Bool {
            ControlInput.isNote(slot) || isRemapped && ControlInput.isNote(remap.backSlot)
        }

        var next: UInt16 = HeldControllers.none
        var older: UInt16 = HeldControllers.none
        var newer: UInt16 = HeldControllers.none
    }

    static let none: UInt16 = 0xFFFF

    let paths: UnsafeMutablePointer<Path>
    /// First path of each source and channel.
    let heads: UnsafeMutablePointer<UInt16>
    /// In the place of a routing, what actions play: no load ends it.
    static let byAction = Limits.routings
    /// First note that each routing of the running preset plays, and last those of actions.
    let noteHeads: UnsafeMutablePointer<UInt16>
    /// How many paths are notes.
    var noteCount = 0
    /// Notes may move some of them; may be true for longer.
    var hearsNotes = false
    var free: UInt16 = 0
    var oldest: UInt16 = HeldControllers.none
    var newest: UInt16 = HeldControllers.none

    init(_ memory: inout Memory) {
        paths = memory.take(Limits.heldControllers, repeating: Path())
        heads = memory.take(Limits.sources * 16, repeating: HeldControllers.none)
        noteHeads = memory.take(Limits.routings + 1, repeating: HeldControllers.none)
        for index in 0..<Limits.heldControllers {
            paths[index].next = index + 1 < Limits.heldControllers ? UInt16(index + 1) : HeldControllers.none
        }
    }

    static let byteCount =
        Limits.heldControllers * MemoryLayout<Path>.stride + Limits.sources * 16 * 2 + (Limits.routings + 1) * 2
        + 3 * 16

    @inline(__always)
    func head(_ source: UInt8, _ channel: UInt8) -> UInt16 { heads[Int(source) << 4 | Int(channel)] }

    var isFull: Bool { free == HeldControllers.none }

    /// The path of a source's controller to a destination's, or `none`.
    func find(_ path: Path) -> UInt16 {
        var index = head(path.source, path.channel)
        while index != HeldControllers.none {
            let other = paths[Int(index)]
            if other.slot == path.slot && other.destination == path.destination
                && other.outChannel == path.outChannel && other.controller == path.controller
            {
                return index
            }
            index = other.next
        }
        return HeldControllers.none
    }

    /// Remembers a path that is not remembered yet, behind those of its source and channel. There must be room.
    mutating func add(_ path: Path) {
        let index = free
        free = paths[Int(index)].next
        paths[Int(index)] = path
        paths[Int(index)].next = HeldControllers.none
        let head = Int(path.source) << 4 | Int(path.channel)
        if heads[head] == HeldControllers.none {
            heads[head] = index
        } else {
            var last = heads[head]
            while paths[Int(last)].next != HeldControllers.none { last = paths[Int(last)].next }
            paths[Int(last)].next = index
        }
        paths[Int(index)].older = newest
        paths[Int(index)].newer = HeldControllers.none
        if newest == HeldControllers.none { oldest = index } else { paths[Int(newest)].newer = index }
        newest = index
        if path.hearsNotes { hearsNotes = true }
        if path.controller != nil { return }
        noteCount += 1
        linkToRouting(index)
    }

    private func linkToRouting(_ index: UInt16) {
        let routing = Int(paths[Int(index)].routing)
        if noteHeads[routing] == HeldControllers.none {
            noteHeads[routing] = index
            return
        }
        var last = noteHeads[routing]
        while paths[Int(last)].nextOfRouting != HeldControllers.none { last = paths[Int(last)].nextOfRouting }
        paths[Int(last)].nextOfRouting = index
    }

    /// Takes the newest settings for a path that is remembered already.
    mutating func update(_ index: UInt16, _ path: Path) {
        if path.hearsNotes { hearsNotes = true }
        paths[Int(index)].remap = path.remap
        paths[Int(index)].isRemapped = path.isRemapped
        paths[Int(index)].part = path.part
        paths[Int(index)].value = path.value
        paths[Int(index)].sentBy = path.sentBy
        paths[Int(index)].sentIn = path.sentIn
    }

    mutating func remove(_ index: UInt16) {
        let path = paths[Int(index)]
        let head = Int(path.source) << 4 | Int(path.channel)
        if heads[head] == index {
            heads[head] = path.next
        } else {
            var previous = heads[head]
            while paths[Int(previous)].next != index { previous = paths[Int(previous)].next }
            paths[Int(previous)].next = path.next
        }
        if path.older == HeldControllers.none { oldest = path.newer } else { paths[Int(path.older)].newer = path.newer }
        if path.newer == HeldControllers.none { newest = path.older } else { paths[Int(path.newer)].older = path.older }
        paths[Int(index)].next = free
        free = index
        if oldest == HeldControllers.none { hearsNotes = false }
        if path.controller == nil {
            noteCount -= 1
            unlinkFromRouting(index, path)
        }
    }

    private func unlinkFromRouting(_ index: UInt16, _ path: Path) {
        if path.routing == HeldControllers.none { return }
        if noteHeads[Int(path.routing)] == index {
            noteHeads[Int(path.routing)] = path.nextOfRouting
            return
        }
        var previous = noteHeads[Int(path.routing)]
        while paths[Int(previous)].nextOfRouting != index { previous = paths[Int(previous)].nextOfRouting }
        paths[Int(previous)].nextOfRouting = path.nextOfRouting
    }

    /// The notes that a routing plays go on without it, as those of settings of the past.
    func detachNotes(of routing: Int) {
        var index = noteHeads[routing]
        while index != HeldControllers.none {
            paths[Int(index)].routing = HeldControllers.none
            index = paths[Int(index)].nextOfRouting
        }
        noteHeads[routing] = HeldControllers.none
    }
}
