import MIDI
import Plan
import Testing

@testable import Configuration

/// N11: commands of MIDI Machine Control as text, as bytes and as inputs.
struct MachineControlTests {
    private static func bytes(_ hex: String) -> [UInt8] { hex.split(separator: " ").map { UInt8($0, radix: 16)! } }

    private static func read(_ text: String, isInput: Bool = false) -> MachineControl? {
        let reader = Reader(files: .memory([:]))
        return text.asText { text in
            guard case .good(.machineControl(let command)) = reader.controller(text, isInput: isInput) else {
                return nil
            }
            return command
        }
    }

    /// RP-013: the codes of its "Index list", and its "standard time code".
    private static let table = [
        ("mmc stop", "F0 7F 7F 06 01 F7"), ("mmc play", "F0 7F 7F 06 02 F7"),
        ("mmc deferred-play", "F0 7F 7F 06 03 F7"), ("mmc fast-forward", "F0 7F 7F 06 04 F7"),
        ("mmc rewind", "F0 7F 7F 06 05 F7"), ("mmc record-strobe", "F0 7F 7F 06 06 F7"),
        ("mmc record-exit", "F0 7F 7F 06 07 F7"), ("mmc record-pause", "F0 7F 7F 06 08 F7"),
        ("mmc pause", "F0 7F 7F 06 09 F7"), ("mmc eject", "F0 7F 7F 06 0A F7"), ("mmc chase", "F0 7F 7F 06 0B F7"),
        ("mmc command-error-reset", "F0 7F 7F 06 0C F7"), ("mmc reset", "F0 7F 7F 06 0D F7"),
        ("mmc play device 0", "F0 7F 00 06 02 F7"), ("mmc play device 5", "F0 7F 05 06 02 F7"),
        ("mmc play device 126", "F0 7F 7E 06 02 F7"),
        ("mmc locate 00:00:00:00", "F0 7F 7F 06 44 06 01 00 00 00 00 00 F7"),
        ("mmc locate 01:02:03:04", "F0 7F 7F 06 44 06 01 01 02 03 04 00 F7"),
        ("mmc locate 01:02:03:04.05 device 6", "F0 7F 06 06 44 06 01 01 02 03 04 05 F7"),
        ("mmc locate 23:59:59:29.99", "F0 7F 7F 06 44 06 01 17 3B 3B 1D 63 F7"),
        ("mmc locate 23:59:59:24 fps 25", "F0 7F 7F 06 44 06 01 37 3B 3B 18 00 F7"),
        ("mmc locate 23:59:59:29 fps 29.97", "F0 7F 7F 06 44 06 01 57 3B 3B 1D 00 F7"),
        ("mmc locate 23:59:59:29 fps 30 device 1", "F0 7F 01 06 44 06 01 77 3B 3B 1D 00 F7"),
    ]

    @Test(arguments: table) func textIsWrittenAsBytesAndBack(_ text: String, _ hex: String) throws {
        let bytes = MachineControlTests.bytes(hex)
        let command = try #require(MachineControlTests.read(text))
        #expect(command.bytes == bytes)
        #expect(MachineControl(bytes) == command)
        #expect(command.text == text)
    }

    @Test(arguments: [
        ("mmc play device all", "mmc play"), ("mmc play device 127", "mmc play"),
        ("mmc record strobe device 3", "mmc record-strobe device 3"), ("mmc fast forward", "mmc fast-forward"),
        ("mmc command error reset", "mmc command-error-reset"),
        ("mmc locate 1:2:3:4", "mmc locate 01:02:03:04"),
        ("mmc locate 01:02:03:04 device 9 fps 25", "mmc locate 01:02:03:04 fps 25 device 9"),
    ])
    func otherFormsMeanTheSame(_ written: String, _ text: String) {
        #expect(MachineControlTests.read(written)?.text == text)
    }

    @Test(arguments: [
        "F0 7F 7F 06 F7", "F0 7E 7F 06 02 F7", "F0 7F 7F 07 02 F7", "F0 7F 7F 06 0E F7", "F0 7F 7F 06 02 01 F7",
        "F0 7F 7F 06 02", "F0 7F 7F 06 44 F7", "F0 7F 7F 06 44 02 00 01 F7", "F0 7F 7F 06 44 06 01 18 00 00 00 00 F7",
        "F0 7F 7F 06 44 06 01 00 3C 00 00 00 F7", "F0 7F 7F 06 44 06 01 00 00 3C 00 00 F7",
        "F0 7F 7F 06 44 06 01 00 00 00 1E 00 F7", "F0 7F 7F 06 44 06 01 20 00 00 19 00 F7",
        "F0 7F 7F 06 44 06 01 00 00 00 00 64 F7", "F0 7F 7F 06 44 06 01 00 00 00 00 F7", "F0 F7", "90 3C 64", "",
    ])
    func otherBytesAreNoCommand(_ hex: String) { #expect(MachineControl(MachineControlTests.bytes(hex)) == nil) }

    // MARK: - Inputs

    /// Whether an input matches a whole message, by the tree that the loop searches.
    private static func matches(_ text: String, _ hex: String) throws -> Bool {
        let command = try #require(read(text, isInput: true))
        var tree = PatternTree()
        tree.add(command.input, slot: 7, sources: 1)
        let arena = Arena()
        let compiled = tree.compiled(arena)
        let patterns = try #require(compiled)
        let bytes = bytes(hex)
        var count = 0
        // The arena owns the tables of the patterns.
        withExtendedLifetime(arena) {
            bytes.withUnsafeBufferPointer { buffer in
                patterns.forEachMatch(buffer.baseAddress!, buffer.count, from: 0) { end in
                    #expect(end.slot == 7)
                    count += 1
                }
            }
        }
        #expect(count < 2)
        return count == 1
    }

    /// Device, and whether inputs for device 5, for 0 and for any hear it.
    @Test(arguments: [("05", true, false), ("00", false, true), ("7F", true, true), ("7E", false, false)])
    func deviceHearsItselfAndAll(_ device: String, _ five: Bool, _ zero: Bool) throws {
        let hex = "F0 7F \(device) 06 02 F7"
        #expect(try MachineControlTests.matches("mmc play device 5", hex) == five)
        #expect(try MachineControlTests.matches("mmc play device 0", hex) == zero)
        for any in ["mmc play", "mmc play device all", "mmc play device 127"] {
            #expect(try MachineControlTests.matches(any, hex))
        }
        #expect(try !MachineControlTests.matches("mmc stop", hex))
    }

    /// Rate and hours, and the hundredths of frame 01:02:03:04.
    @Test(arguments: ["01", "21", "41", "61"], ["00", "05"])
    func locateMatchesWhatItNames(_ hours: String, _ hundredths: String) throws {
        let hex = "F0 7F 06 06 44 06 01 \(hours) 02 03 04 \(hundredths) F7"
        for (text, isIt) in [
            ("mmc locate", true), ("mmc locate device 6", true), ("mmc locate device 7", false),
            ("mmc locate 01:02:03:04", true), ("mmc locate 01:02:03:05", false), ("mmc locate 02:02:03:04", false),
            ("mmc locate 01:02:03:04.05", hundredths == "05"), ("mmc locate 01:02:03:04 fps 24", hours == "01"),
            ("mmc locate 01:02:03:04 fps 25", hours == "21"), ("mmc locate 01:02:03:04 fps 29.97", hours == "41"),
            ("mmc locate 01:02:03:04 fps 30 device 6", hours == "61"),
        ] {
            #expect(try MachineControlTests.matches(text, hex) == isIt, "\(text)")
        }
    }

    @Test func equalInputsShareASlotWithTheirBytes() throws {
        let command = try #require(MachineControlTests.read("mmc play", isInput: true))
        guard case .good(let pattern) = "F0 7F [**] 06 02 F7".asText({ text in Pattern.read(text) }) else {
            Issue.record("the pattern cannot be read")
            return
        }
        #expect(command.input == pattern && command.input.digest == pattern.digest)
        let devices = (UInt8(0)...127).map { MachineControl(code: 2, device: $0).input.digest }
        #expect(Set(devices).count == 128)
    }

    // MARK: - Errors

    /// The commands where one is expected.
    private static let commands = "the commands are stop, play, deferred-play"

    @Test(arguments: [
        Marked(.onLoad, "send: §mmc", commands), Marked(.onLoad, "send: §mmc fly", commands),
        Marked(.onLoad, "send: §mmc plya device 5", "did you mean `mmc play`?"),
        Marked(.onLoad, "send: §mmc record", commands),
        Marked(.onLoad, "send: §'mmc \"play\"'", "without quotes"),
        Marked(.onLoad, "send: §mmc play 5", "mmc play, and maybe device 0..127 behind it"),
        Marked(.onLoad, "send: §mmc record strobe now", "mmc record-strobe, and maybe device 0..127 behind it"),
        Marked(.onLoad, "send: §mmc play = 127", "mmc play, and maybe device"),
        Marked(.onLoad, "send: §mmc play fps 25", "mmc play, and maybe device"),
        Marked(.onLoad, "send: §mmc play device", "device 0..127 or device all"),
        Marked(.onLoad, "send: §mmc play device 128", "device 0..127 or device all"),
        Marked(.onLoad, "send: §mmc play device -1", "device 0..127 or device all"),
        Marked(.onLoad, "send: §mmc locate", "mmc locate and a time, such as mmc locate 01:02:03:04"),
        Marked(.onLoad, "send: §mmc locate device 5", "mmc locate and a time"),
        Marked(.onLoad, "send: §mmc locate 24:00:00:00", "00:00:00:00 to 23:59:59:29"),
        Marked(.onLoad, "send: §mmc locate 00:60:00:00", "00:00:00:00 to 23:59:59:29"),
        Marked(.onLoad, "send: §mmc locate 00:00:60:00", "00:00:00:00 to 23:59:59:29"),
        Marked(.onLoad, "send: §mmc locate 00:00:00:30", "00:00:00:00 to 23:59:59:29"),
        Marked(.onLoad, "send: §mmc locate 00:00:00", "mmc locate HH:MM:SS:FF"),
        Marked(.onLoad, "send: §mmc locate 00:00:00.00:00", "mmc locate HH:MM:SS:FF"),
        Marked(.onLoad, "send: §mmc locate 00:00:00:00.100", "mmc locate HH:MM:SS:FF"),
        Marked(.onLoad, "send: §mmc locate 00:00:00:0x", "mmc locate HH:MM:SS:FF"),
        Marked(.onLoad, "send: §mmc locate 00:00:00:00 fps 26", "fps 24, 25, 29.97 or 30"),
        Marked(.onLoad, "send: §mmc locate 00:00:00:00 fps", "fps 24, 25, 29.97 or 30"),
        Marked(.onLoad, "send: §mmc locate 00:00:00:24 fps 24", "frames 00..23, because of its fps 24"),
        Marked(.onLoad, "send: §mmc locate 00:00:00:25 fps 25", "frames 00..24, because of its fps 25"),
        Marked(.onLoad, "send: §mmc locate 00:00:00:00 now", "mmc locate and a time, and maybe device"),
        Marked(.remap, "from: cc 1, to: §mmc locate", "mmc locate and a time"),
        Marked(.remap, "from: §mmc fly, to: cc 1", commands),
        Marked(.condition, "from: keys, controller: §mmc play device x", "device 0..127 or device all"),
        Marked(.assignment, "from: keys, controller: §mmc eject now, do: {127: tap}", "mmc eject, and maybe device"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §send \"out\" mmc fly}", commands),
    ])
    func faultsAreReported(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        Marked(
            .assignment, "from: footswitches, controller: §mmc play, do: {127: tap}", "comes from this assignment's"),
        Marked(.condition, "from: footswitches, controller: §mmc play", "comes from this condition's source"),
    ])
    func sourceWithoutMessagesIsRefused(_ marked: Marked) { marked.check() }
}
