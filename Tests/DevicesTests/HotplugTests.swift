import CPlatform
import Testing

@testable import Devices

@Suite struct HotplugTests {
    private let millisecond: UInt64 = 1_000_000

    @Test func withoutEventsNothingChanged() throws {
        let scratch = Scratch()
        var hotplug = try Hotplug(root: scratch.path)
        hotplug.read(at: 0)
        #expect(hotplug.take(at: 1000 * millisecond) == [])
        #expect(hotplug.deadline == nil)
    }

    @Test(
        arguments: [
            ("ttyACM0", .serial), ("gpiochip1", .gpio), ("i2c-1", .i2c), ("snd", .sound), ("sda", []),
        ] as [(String, Hotplug.Changes)])
    func nodeIsSortedByItsName(name: String, expected: Hotplug.Changes) throws {
        let scratch = Scratch()
        var hotplug = try Hotplug(root: scratch.path)
        scratch.file(name, "")
        hotplug.read(at: 0)
        #expect(hotplug.take(at: Hotplug.settle) == expected)
    }

    @Test func aSoundFolderThatComesLaterIsWatched() throws {
        let scratch = Scratch()
        var hotplug = try Hotplug(root: scratch.path)
        scratch.directory("snd")
        hotplug.read(at: 0)
        #expect(hotplug.take(at: Hotplug.settle) == .sound)
        scratch.file("snd/midiC1D0", "")
        hotplug.read(at: 100 * millisecond)
        #expect(hotplug.take(at: 130 * millisecond) == .sound)
    }

    @Test func soundFolderIsWatchedAgainWhenItReturns() throws {
        let scratch = Scratch()
        scratch.directory("snd")
        var hotplug = try Hotplug(root: scratch.path)
        for time in [0, 100 * millisecond] {
            rmdir(scratch.path + "/snd")
            scratch.directory("snd")
            hotplug.read(at: time)
            #expect(hotplug.take(at: time + Hotplug.settle) == .sound)
        }
        scratch.file("snd/midiC1D0", "")
        hotplug.read(at: 200 * millisecond)
        #expect(hotplug.take(at: 230 * millisecond) == .sound)
    }

    @Test func changesAreCollectedUntilItIsQuiet() throws {
        let scratch = Scratch()
        scratch.directory("snd")
        var hotplug = try Hotplug(root: scratch.path)
        scratch.file("snd/controlC1", "")
        hotplug.read(at: 0)
        #expect(hotplug.take(at: 29 * millisecond) == [])
        scratch.file("ttyACM0", "")
        hotplug.read(at: 29 * millisecond)
        #expect(hotplug.take(at: 30 * millisecond) == [])
        #expect(hotplug.deadline == 59 * millisecond)
        #expect(hotplug.take(at: 59 * millisecond) == [.sound, .serial])
        #expect(hotplug.deadline == nil)
    }

    /// The inaccessible node exists from the start while another node comes, or comes itself.
    @Test(
        arguments: [("ttyS0", "ttyACM0", .serial), ("snd/midiC1D0", nil, .sound)]
            as [(String, String?, Hotplug.Changes)])
    func aNodeThatBecomesAccessibleIsAChange(name: String, other: String?, expected: Hotplug.Changes) throws {
        let scratch = Scratch()
        scratch.directory("snd")
        let make = "umask 777; : >'\(scratch.path)/\(name)'"
        if other != nil { system(make) }
        try asNobody(in: scratch) {
            var hotplug = try Hotplug(root: scratch.path)
            #expect(hotplug.take(at: 0) == [])
            system(other.map { ": >'\(scratch.path)/\($0)'" } ?? make)
            hotplug.read(at: 0)
            #expect(hotplug.take(at: Hotplug.settle) == expected)
            system("chmod 666 '\(scratch.path)/\(name)'")
            hotplug.read(at: 100 * millisecond)
            #expect(hotplug.take(at: 130 * millisecond) == expected)
        }
    }

    /// While IN_ATTRIB is watched, each read and write of a node of the directory costs more in the kernel.
    @Test func permissionsOfAccessibleNodesAreNotWatched() throws {
        let scratch = Scratch()
        scratch.directory("snd")
        for name in ["snd/seq", "ttyS0"] { scratch.file(name, "") }
        var hotplug = try Hotplug(root: scratch.path)
        #expect(hotplug.take(at: 0) == [])
        #expect(watchedMasks(of: hotplug) == [Self.comings, Self.comings])
        scratch.file("snd/midiC1D0", "")
        hotplug.read(at: 0)
        #expect(watchedMasks(of: hotplug) == [Self.rights, Self.rights])
        #expect(hotplug.take(at: Hotplug.settle) == .sound)
        #expect(watchedMasks(of: hotplug) == [Self.comings, Self.comings])
    }

    private static let comings = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO)
    private static let rights = comings | UInt32(IN_ATTRIB)
    /// IN_ALL_EVENTS of inotify(7).
    private static let allEvents: UInt32 = 0xFFF

    /// Reads the watched events from /proc/self/fdinfo (proc(5)).
    private func watchedMasks(of hotplug: Hotplug) -> [UInt32] {
        guard let file = fopen("/proc/self/fdinfo/\(hotplug.fd)", "r") else { return [] }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        var masks: [UInt32] = []
        while let text = fgets(&line, 256, file) {
            let words = String(cString: text).split(separator: " ")
            guard words.first == "inotify", let mask = words.first(where: { $0.hasPrefix("mask:") }) else { continue }
            masks.append((UInt32(mask.dropFirst(5), radix: 16) ?? 0) & Self.allEvents)
        }
        return masks
    }

    /// Runs `body` as a user other than root, who may open everything. Affects file access of this thread only
    /// (setfsuid(2)).
    private func asNobody(in scratch: Scratch, _ body: () throws -> Void) throws {
        if geteuid() != 0 { return try body() }
        system("chmod 755 '\(scratch.path)'")
        let user = setfsuid(65534)
        defer { _ = setfsuid(uid_t(user)) }
        try body()
    }

    @Test func missingDirectoryIsAnError() {
        #expect(throws: DeviceError.failed("/nowhere", doing: "watching", code: ENOENT)) {
            try Hotplug(root: "/nowhere")
        }
    }
}
