import CPlatform
import MIDI
import RTPMIDI
import Testing

/// N10: journals work in place. The loop has a small stack, and a debug build copies large values to it.
@Suite struct JournalStackTests {
    /// What a thread does: loses packets of every chapter, repairs them, and begins anew.
    private final class Work {
        let sender = Sender()
        let receiver = Receiver()
        var repaired: [Message] = []
        var isRestarted = false

        func run() {
            sender.send("C0 01 B0 07 10 B0 65 00 B0 64 00 B0 06 01 E0 00 50 90 3C 40 A0 3C 30 D0 30|80 3C 10 90 3D 40")
            sender.send("F6 FE F2 01 00 FA F8 F1 00|F0 01 02 03 F7|F0 04 05")
            repaired = receiver.repair(sender.written()).messages
            sender.send("06 F7|F0 7E 7F 09 01 F7|B0 7B 00|90 40 40")
            _ = receiver.repair(sender.written(), expected: 6)
            _ = receiver.released()
            sender.journal.pointee.begin(first: 7)
            receiver.journal.pointee.begin()
            isRestarted = true
        }
    }

    @Test func repairNeedsLittleStack() {
        let work = Work()
        var thread = pthread_t()
        let context = Unmanaged.passUnretained(work).toOpaque()
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            Unmanaged<Work>.fromOpaque(context!).takeUnretainedValue().run()
            return nil
        }
        #expect(treadle_thread_start(&thread, body, context, 64 * 1024) == 0)
        #expect(treadle_thread_join(thread) == 0)
        #expect(work.repaired.count == 15)
        #expect(work.isRestarted)
    }
}
