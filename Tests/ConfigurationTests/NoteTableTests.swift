import Testing

@testable import Configuration

struct NoteTableTests {
    private func notes(_ text: String, head: String = "", files: [String: String] = [:]) throws -> [UInt8]? {
        try loaded(box("{from: [keys], to: [out], notes: \(text)}", head: head), files: files).noteMap()
    }

    @Test func withoutMapAndShiftThereIsNoTable() throws {
        #expect(try notes("{filter: true}") == nil)
    }

    @Test func mapAppliesBeforeShiftAndNotesOutOfRangeDrop() throws {
        // R6: C4 drops, D4 becomes C5 and then C6.
        let map = try #require(try notes("{map: {C4: none, D4: C5}, shift: 12}"))
        #expect(map[60] > 127)
        #expect(map[62] == 84)
        #expect(map[0] == 12)
        #expect(map[115] == 127)
        #expect(map[116] > 127)
        #expect(try #require(try notes("{shift: -12}"))[11] > 127)
    }

    @Test func tonesStayInTheirOctave() throws {
        // R6: B4 (71) goes down to C4 (60); G9 is 127.
        let map = try #require(try notes("{map-tones: {B: C, F#: none, G: Ab}}"))
        #expect(map[71] == 60)
        #expect(map[66] > 127)
        #expect(map[6] > 127)
        #expect(map[127] > 127)
        #expect(map[60] == 60)
        #expect(try #require(try notes("{map-tones: {B: C}, shift: 1}"))[71] == 61)
    }

    @Test func numbersOutsideTheRangeInAListDropTheNote() throws {
        let lines = (0..<128).map { "\($0 == 5 ? -1 : $0 == 6 ? 200 : 127 - $0)\r\n" }.joined() + "\n\n"
        let map = try #require(try notes("{map: lists/n.txt}", files: ["lists/n.txt": lines]))
        #expect(map[0] == 127 && map[127] == 0)
        #expect(map[5] > 127 && map[6] > 127)
    }

    @Test func middleCMovesTheNames() throws {
        // With middle-c: 3 note 60 is C3 and note 0 is C-2.
        #expect(try #require(try notes("{map: {C3: C-2}}", head: "middle-c: 3"))[60] == 0)
        #expect(try #require(try notes("{map: {C5: 0}}", head: "middle-c: 5"))[60] == 0)
    }

    @Test func rangesTakeNamesAndNumbers() throws {
        let routing = try loaded(box("{from: [keys], to: [out], restrict: {notes: C-1..Gb3, velocities: 5..100}}"))
            .routing()
        #expect(routing.lowestNote == 0 && routing.highestNote == 54)
        #expect(routing.lowestVelocity == 5 && routing.highestVelocity == 100)
    }
}
