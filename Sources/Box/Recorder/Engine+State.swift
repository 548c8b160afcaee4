import CPlatform
import Routing

// All that an engine knows, as words: pieces of memory in a fixed order, each filled up to whole words. They mean the
// same to every engine of this version that runs the same configuration.
extension Engine {
    private func forEachState(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(values)
        router.pointee.forEachState(visit)
    }

    /// How many words its state has.
    var stateCount: Int {
        var count = 0
        forEachState { count += ($0.count + 7) / 8 }
        return count
    }

    /// What it knows. The router must be quiet.
    var state: [UInt64] {
        var words = [UInt64](repeating: 0, count: stateCount)
        words.withUnsafeMutableBytes { all in
            var at = 0
            forEachState { piece in
                UnsafeMutableRawBufferPointer(rebasing: all[at..<at + piece.count]).copyMemory(
                    from: UnsafeRawBufferPointer(piece))
                at += (piece.count + 7) / 8 * 8
            }
        }
        return words
    }

    /// The same in pairs: how often a word comes, and the word. Most of it is the same word over and over.
    @_optimize(speed)
    var packedState: [UInt64] {
        var packed: [UInt64] = []
        forEachState { piece in
            let whole = UnsafeRawBufferPointer(rebasing: piece[..<(piece.count & ~7)])
            var at = 0
            while at < whole.count {
                let word = whole.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                var end = at + 8
                // Four at a time, as long as they are all the same.
                while end + 32 <= whole.count {
                    var others: UInt64 = 0
                    for next in 0..<4 {
                        others |= whole.loadUnaligned(fromByteOffset: end + 8 * next, as: UInt64.self) ^ word
                    }
                    if others != 0 { break }
                    end += 32
                }
                while end < whole.count && whole.loadUnaligned(fromByteOffset: end, as: UInt64.self) == word {
                    end += 8
                }
                packed.append(UInt64((end - at) / 8))
                packed.append(word)
                at = end
            }
            if piece.count == whole.count { return }
            var last: UInt64 = 0
            withUnsafeMutableBytes(of: &last) { last in
                last.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece[whole.count...]))
            }
            packed += [1, last]
        }
        return packed
    }

    /// It knows from now on what another one knew.
    func resume(_ words: [UInt64]) {
        words.withUnsafeBytes { all in
            var at = 0
            forEachState { piece in
                piece.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[at..<at + piece.count]))
                at += (piece.count + 7) / 8 * 8
            }
        }
        router.pointee.settle()
    }

    /// Gives its memory back; nothing may use it afterwards.
    func free() { munmap(memory, Engine.byteCount) }
}
