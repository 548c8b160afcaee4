import CPlatform
import Plan

/// Allocates memory that is freed together with its owner, a compiled configuration or YAML tree.
///
/// Gets memory from the system in large pieces. Stores plain values only, which need no deinitialization.
final class Arena {
    private struct Piece {
        var start: UnsafeMutableRawPointer
        var count: Int
    }

    private var pieces: [Piece] = []
    /// Index of the piece whose addresses `next` to `end` are free.
    private var open = 0
    /// Whether the memory is still used after the files were read. Then the pieces are mapped outside the heap, so
    /// that the heap can shrink after reading.
    private let isKept: Bool
    private var next = 0
    private var end = 0
    /// Shared tables, by a hash of their bytes and alignment.
    private var shared: [UInt64: UnsafeRawBufferPointer] = [:]

    /// The size of a piece in bytes; a block larger than half a piece gets its own piece.
    private var pieceSize: Int { isKept ? 1 << 20 : 1 << 16 }
    private static let alignment = 16

    init(isKept: Bool = false) { self.isKept = isKept }

    /// Copies an array; the address stays valid until the arena is freed.
    func copy<Element>(_ array: [Element]) -> UnsafePointer<Element> {
        // An empty table gets an address too, so that no table pointer is optional.
        let block = room(Swift.max(1, array.count), of: Element.self)
        array.withUnsafeBufferPointer { all in
            if let start = all.baseAddress { block.initialize(from: start, count: all.count) }
        }
        return UnsafePointer(block)
    }

    /// Copies a text.
    @_optimize(speed)
    func copy(_ text: Text) -> Text {
        guard let start = text.bytes.baseAddress, text.count > 0 else { return "" }
        let block = take(text.count, 1).bindMemory(to: UInt8.self, capacity: text.count)
        block.initialize(from: start, count: text.count)
        return Text(UnsafeBufferPointer(start: block, count: text.count))
    }

    /// Copies a read-only table. Until `close()`, returns the first copy again for an equal table.
    func share<Element: FixedWidthInteger>(_ array: [Element]) -> UnsafePointer<Element> {
        array.withUnsafeBytes { bytes in
            let hash = Arena.hash(of: bytes) ^ UInt64(MemoryLayout<Element>.alignment)
            if let other = shared[hash], other.count == bytes.count {
                if bytes.count == 0 || memcmp(other.baseAddress!, bytes.baseAddress!, bytes.count) == 0 {
                    return other.baseAddress!.assumingMemoryBound(to: Element.self)
                }
            }
            let block = copy(array)
            shared[hash] = UnsafeRawBufferPointer(start: block, count: bytes.count)
            return block
        }
    }

    /// Ends sharing: frees the index of shared tables and returns unused pages to the system.
    func close() {
        shared = [:]
        cut()
    }

    /// Returns the whole unused pages of the open piece to the system.
    private func cut() {
        if !isKept || end == 0 { return }
        let page = Int(getpagesize())
        let used = (next + page - 1) & ~(page - 1) - Int(bitPattern: pieces[open].start)
        if used < pieces[open].count { munmap(pieces[open].start + used, pieces[open].count - used) }
        pieces[open].count = used
        (next, end) = (0, 0)
    }

    /// Allocates `count` values that the loop may write.
    func table<Element>(_ count: Int, _ value: Element) -> UnsafeMutablePointer<Element> {
        let block = room(count, of: Element.self)
        block.initialize(repeating: value, count: count)
        return block
    }

    /// Allocates room for `count` values, uninitialized.
    func room<Element>(_ count: Int, of type: Element.Type) -> UnsafeMutablePointer<Element> {
        take(count * MemoryLayout<Element>.stride, MemoryLayout<Element>.alignment)
            .bindMemory(to: Element.self, capacity: count)
    }

    @inline(__always)
    private func take(_ bytes: Int, _ alignment: Int) -> UnsafeMutableRawPointer {
        var start = (next + alignment - 1) & ~(alignment - 1)
        if start + bytes > end {
            if bytes > pieceSize / 2 { return piece(of: bytes) }
            cut()
            open = pieces.count
            start = Int(bitPattern: piece(of: pieceSize))
            end = start + pieceSize
        }
        next = start + bytes
        return UnsafeMutableRawPointer(bitPattern: start).unsafelyUnwrapped
    }

    private func piece(of count: Int) -> UnsafeMutableRawPointer {
        guard isKept else {
            let start = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: Arena.alignment)
            pieces.append(Piece(start: start, count: count))
            return start
        }
        guard let start = treadle_map(count) else {
            treadle_out_of_memory()
            fatalError("no memory")
        }
        pieces.append(Piece(start: start, count: count))
        return start
    }

    /// Computes a hash like FNV-1a, but of up to eight bytes a step.
    @inline(__always)
    @_optimize(speed)
    static func hash(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var at = 0
        while at + 8 <= bytes.count {
            hash = (hash ^ bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)) &* 0x100_0000_01B3
            at += 8
        }
        if at + 4 <= bytes.count {
            hash = (hash ^ UInt64(bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))) &* 0x100_0000_01B3
            at += 4
        }
        while at < bytes.count {
            hash = (hash ^ UInt64(bytes[at])) &* 0x100_0000_01B3
            at += 1
        }
        return hash
    }

    deinit {
        for piece in pieces {
            if isKept { munmap(piece.start, piece.count) } else { piece.start.deallocate() }
        }
    }
}

extension Arena {
    /// Makes a table from slots to numbers, for few slots.
    func slotTable(_ entries: [SlotTable.Entry]) -> SlotTable {
        let sorted = entries.sorted(byNumber: { UInt64($0.slot) })
        let table = sorted.withUnsafeBufferPointer { entries in
            var table = [UInt64](repeating: 0, count: SlotTable.size(of: entries) / 8)
            table.withUnsafeMutableBytes { SlotTable.write(entries, to: $0) }
            return table
        }
        return SlotTable(share(table))
    }
}
