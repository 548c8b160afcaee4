/// Caller's memory, handed out in order: how the constrained modules come by their tables without allocating.
///
/// The memory must be zeroed and live as long as what is carved from it. Running out is a programming error, since
/// `Router.byteCount` says how much there must be.
public struct Memory {
    private var next: UnsafeMutableRawPointer
    private let end: UnsafeMutableRawPointer

    public init(_ memory: UnsafeMutableRawBufferPointer) {
        next = memory.baseAddress!
        end = next + memory.count
    }

    /// `count` values of a trivial type, each set to `value`.
    mutating func take<T>(_ count: Int, repeating value: T) -> UnsafeMutablePointer<T> {
        let room = room(count, of: T.self)
        room.initialize(repeating: value, count: count)
        return room
    }

    /// The same of numbers: zeros are there already, and where all bits are ones so are all bytes, which is quicker (`memset`).
    mutating func take<T: FixedWidthInteger>(_ count: Int, repeating value: T) -> UnsafeMutablePointer<T> {
        let room = room(count, of: T.self)
        if value == ~T.zero {
            let bytes = count * MemoryLayout<T>.stride
            UnsafeMutableRawPointer(room).initializeMemory(as: UInt8.self, repeating: 0xFF, count: bytes)
        } else if value != 0 {
            room.initialize(repeating: value, count: count)
        }
        return room
    }

    /// Bytes that `take` needs at most for `count` values of a type.
    @inline(__always)
    static func byteCount<T>(of type: T.Type, _ count: Int) -> Int { count * MemoryLayout<T>.stride + alignment }

    /// Each table begins at a multiple of so many bytes.
    private static var alignment: Int { 16 }

    private mutating func room<T>(_ count: Int, of type: T.Type) -> UnsafeMutablePointer<T> {
        let start = next.alignedUp(toMultipleOf: Memory.alignment)
        next = start + count * MemoryLayout<T>.stride
        precondition(next <= end)
        return start.bindMemory(to: T.self, capacity: count)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The bytes of a table.
    static func of<T>(_ table: UnsafeMutablePointer<T>, _ count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: table, count: count * MemoryLayout<T>.stride)
    }
}
