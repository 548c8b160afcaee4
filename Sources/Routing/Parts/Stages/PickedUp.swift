import Plan

/// The controllers that have been picked up since the last load (R27): each with its remap.
struct PickedUp {
    private let entries: UnsafeMutablePointer<UInt64>
    private(set) var count = 0

    static let byteCount = Memory.byteCount(of: UInt64.self, Limits.pickedUp)

    init(_ memory: inout Memory) { entries = memory.take(Limits.pickedUp, repeating: 0) }

    private static func entry(_ input: InputKey, _ remap: UInt16) -> UInt64 {
        UInt64(remap) << 32 | UInt64(input.source) << 24 | UInt64(input.channel) << 16 | UInt64(input.slot)
    }

    func contains(_ input: InputKey, by remap: UInt16) -> Bool {
        let entry = PickedUp.entry(input, remap)
        for index in 0..<count where entries[index] == entry { return true }
        return false
    }

    /// Adds a controller; if there is no room, it has to be picked up again.
    mutating func add(_ input: InputKey, by remap: UInt16) {
        if count == Limits.pickedUp { return }
        entries[count] = PickedUp.entry(input, remap)
        count += 1
    }

    mutating func removeAll() { count = 0 }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(entries, Limits.pickedUp))
        withUnsafeMutableBytes(of: &count, visit)
    }

    /// Checks restored bytes.
    func hasValidState() -> Bool { 0...Limits.pickedUp ~= count }
}
