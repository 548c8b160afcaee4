/// The journal of the next packet, written in advance. The owner provides the memory.
struct PreparedJournal {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var length = 0
    private(set) var isReady = false

    init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

    /// Marks the journal as outdated, because the packets that it covers have changed.
    mutating func forget() { isReady = false }

    mutating func write(_ journal: UnsafeMutablePointer<SendingJournal>, for sequence: UInt16) {
        length = journal.pointee.write(for: sequence, to: memory)
        isReady = true
    }

    /// Copies the journal into a packet. The next packet needs a new one.
    mutating func copy(to packet: UnsafeMutableRawBufferPointer) {
        packet.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<length]))
        isReady = false
    }
}
