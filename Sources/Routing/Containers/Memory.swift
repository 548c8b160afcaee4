/// Memory provided by the caller, handed out in order: the constrained modules get their tables from it without
/// allocating.
///
/// The memory must be zeroed, and outlive all tables in it. Running out is a programming error: `Router.byteCount`
/// tells how much is needed.
package struct Memory {
    private var next: UnsafeMutableRawPointer
    private let end: UnsafeMutableRawPointer

    package init(_ memory: UnsafeMutableRawBufferPointer) {
        next = memory.baseAddress!
        end = next + memory.count
    }

    /// Returns memory for `count` values of a trivial type, each set to `value`.
    mutating func take<T>(_ count: Int, repeating value: T) -> UnsafeMutablePointer<T> {
        let room = room(count, of: T.self)
        room.initialize(repeating: value, count: count)
        return room
    }

    /// Variant for integers: zeros need no initialization, and a value with all bits set is written bytewise, which is
    /// faster (`memset`).
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

    /// The maximum number of bytes that `take` uses for `count` values of a type.
    @inline(__always)
    static func byteCount<T>(of type: T.Type, _ count: Int) -> Int { count * MemoryLayout<T>.stride + alignment }

    /// The alignment of each table, in bytes.
    private static var alignment: Int { 16 }

    private mutating func room<T>(_ count: Int, of type: T.Type) -> UnsafeMutablePointer<T> {
        let start = next.alignedUp(toMultipleOf: Memory.alignment)
        next = start + count * MemoryLayout<T>.stride
        precondition(next <= end)
        return start.bindMemory(to: T.self, capacity: count)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The memory of a table of `count` elements, as raw bytes.
    static func of<T>(_ table: UnsafeMutablePointer<T>, _ count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: table, count: count * MemoryLayout<T>.stride)
    }
}
