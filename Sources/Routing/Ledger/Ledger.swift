import MIDI
import Program

/// What is held because of a key, a controller or a remap: notes that sound, and controllers away from rest, each with its way
/// back (H).
struct Ledger {
    var notes: HeldNotes
    var controllers: HeldControllers
    /// How many notes and controllers have begun; wraps.
    private var begun: UInt32 = 0
    /// Which load of a preset runs: a note that began under another one is of old settings (H1, H8).
    private(set) var generation: UInt32 = 0

    static let byteCount = HeldNotes.byteCount + HeldControllers.byteCount

    init(_ memory: inout Memory) {
        notes = HeldNotes(&memory)
        controllers = HeldControllers(&memory)
    }

    /// Makes everything held so far belong to settings of the past.
    mutating func leaveSettings() { generation &+= 1 }

    /// The next place in the order in which notes and controllers begin (R1).
    @inline(__always)
    mutating func nextBegun() -> UInt32 {
        begun &+= 1
        return begun
    }

    /// Remembers what a key has become at a destination (H2). There must be room.
    ///
    /// - Parameter word: the first word of the message to the destination.
    @inline(__always)
    mutating func hold(_ word: UInt32, of key: Int, at destination: PortIndex, _ marks: HeldNotes.Marks) {
        let sound = destination.position << 11 | Int(word >> 9 & 0x780) | Int(word >> 8 & 0x7F)
        notes.add(
            HeldNotes.Note(
                key: UInt16(truncatingIfNeeded: key), sound: UInt16(truncatingIfNeeded: sound), marks: marks,
                generation: generation, began: nextBegun()))
    }

    /// Whether a note is of settings of the past.
    @inline(__always)
    func isOld(_ note: Slot) -> Bool { notes[note].generation != generation }

    /// Whether a note began before a controller. The order wraps.
    func began(_ note: Slot, before path: Slot) -> Bool {
        Int32(bitPattern: notes[note].began &- controllers[path].began) < 0
    }

    /// Whether nothing is held.
    var isEmpty: Bool { notes.count == 0 && controllers.isEmpty }

    /// How many notes keys, remaps, loads and actions hold.
    var noteCount: Int { notes.count + controllers.noteCount }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        notes.forEachTable(visit)
        controllers.forEachTable(visit)
        withUnsafeMutableBytes(of: &begun, visit)
        withUnsafeMutableBytes(of: &generation, visit)
    }

    /// Whether restored bytes are what a program holds.
    mutating func hasValidState(_ program: UnsafePointer<Program>) -> Bool {
        notes.hasValidState() && controllers.hasValidState(program)
    }
}
