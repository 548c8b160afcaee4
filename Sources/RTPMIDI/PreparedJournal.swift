/// The journal of the next packet, written in advance. The memory is the owner's.
struct PreparedJournal {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var length = 0
    private(set) var isReady = false

    init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

    /// What the journal covers has changed.
    mutating func forget() { isReady = false }

    mutating func write(_ journal: UnsafeMutablePointer<SendingJournal>, for sequence: UInt16) {
        length = journal.pointee.write(for: sequence, to: memory)
        isReady = true
    }

    /// Copies the journal into a packet. The next packet has another one.
    mutating func take(to packet: UnsafeMutableRawBufferPointer) {
        packet.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<length]))
        isReady = false
    }
}
