import MIDI

extension Session {
    /// Bytes of memory that a session needs.
    package static var byteCount: Int {
        aligned(MemoryLayout<SendingJournal>.stride) + aligned(MemoryLayout<ReceivingJournal>.stride)
            + aligned(MemoryLayout<SendQueue.Waiting>.stride * SessionLimits.queue)
            + aligned(MemoryLayout<MessageBuffer.Waiting>.stride * SessionLimits.buffered)
            + aligned(SessionLimits.dumpBytes) + aligned(RTPMIDILimits.journalBytes)
    }

    private static func aligned(_ count: Int) -> Int { (count + 15) & ~15 }

    /// - Parameter memory: `byteCount` bytes, aligned to 16, that live as long as the session and that only it uses.
    package init(memory: UnsafeMutableRawPointer) {
        var next = memory
        sendingJournal = next.bindMemory(to: SendingJournal.self, capacity: 1)
        sendingJournal.initialize(to: SendingJournal())
        next += Session.aligned(MemoryLayout<SendingJournal>.stride)
        receivingJournal = next.bindMemory(to: ReceivingJournal.self, capacity: 1)
        receivingJournal.initialize(to: ReceivingJournal())
        next += Session.aligned(MemoryLayout<ReceivingJournal>.stride)
        let queued = next.bindMemory(to: SendQueue.Waiting.self, capacity: SessionLimits.queue)
        queued.initialize(
            repeating: SendQueue.Waiting(word0: 0, word1: 0, time: 0, order: 0), count: SessionLimits.queue)
        queue = SendQueue(queued)
        next += Session.aligned(MemoryLayout<SendQueue.Waiting>.stride * SessionLimits.queue)
        let buffered = UnsafeMutableBufferPointer(
            start: next.bindMemory(to: MessageBuffer.Waiting.self, capacity: SessionLimits.buffered),
            count: SessionLimits.buffered)
        buffered.initialize(repeating: MessageBuffer.Waiting())
        buffer = MessageBuffer(buffered)
        next += Session.aligned(MemoryLayout<MessageBuffer.Waiting>.stride * SessionLimits.buffered)
        let bytes = next.bindMemory(to: UInt8.self, capacity: SessionLimits.dumpBytes)
        bytes.initialize(repeating: 0, count: SessionLimits.dumpBytes)
        dump = DumpQueue(bytes)
        next += Session.aligned(SessionLimits.dumpBytes)
        prepared = PreparedJournal(UnsafeMutableRawBufferPointer(start: next, count: RTPMIDILimits.journalBytes))
        setup = SessionSetup(ownSSRC: 0, remoteSSRC: 0, token: 0, isInitiator: false)
        exchange = ClockExchange(isInitiator: false, at: 0)
    }
}
