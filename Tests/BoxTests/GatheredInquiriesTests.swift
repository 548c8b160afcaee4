import MIDI
import Plan
import Testing

@testable import Box
@testable import Routing

/// U11: pieces of MIDI-CI messages become whole messages.
@Suite struct GatheredInquiriesTests {
    private var gathered = GatheredInquiries()

    private mutating func add(_ status: SysExStatus, _ bytes: [UInt8], _ port: Int = 0) -> [UInt8]? {
        var data = InlineArray<6, UInt8>(repeating: 0)
        for (index, byte) in bytes.enumerated() { data[index] = byte }
        let message = Message(sysEx: status, data, count: bytes.count)
        return gathered.add(InquiryPiece(message: message, port: PortIndex(port)))
    }

    @Test mutating func portsAreGatheredByThemselves() {
        #expect(add(.start, [1, 2, 3, 4, 5, 6]) == nil && add(.start, [9], 1) == nil)
        #expect(add(.continue, [7]) == nil)
        #expect(add(.end, [8], 1) == [0xF0, 9, 8, 0xF7])
        #expect(add(.end, []) == [0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7])
        #expect(add(.complete, [1], 1) == [0xF0, 1, 0xF7] && gathered.cut == 0)
    }

    @Test mutating func cutMessagesAreDroppedAndCounted() {
        #expect(add(.start, [1]) == nil && add(.start, [2]) == nil)
        #expect(add(.end, [3]) == [0xF0, 2, 3, 0xF7] && gathered.cut == 1)
        #expect(add(.continue, [4]) == nil && add(.end, [5]) == nil)
        #expect(add(.start, [1]) == nil)
        gathered.forget(PortIndex(0))
        #expect(add(.end, [5]) == nil && gathered.cut == 2)
    }
}
