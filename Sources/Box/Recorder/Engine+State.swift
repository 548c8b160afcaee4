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
