import CPlatform
import Testing

@testable import Devices

@Suite struct HotplugTests {
    private let millisecond: UInt64 = 1_000_000

    @Test func nothingHappenedNothingChanged() throws {
        let scratch = Scratch()
        var hotplug = try Hotplug(root: scratch.path)
        hotplug.read(at: 0)
        #expect(hotplug.deadline == nil)
        #expect(hotplug.take(at: 1000 * millisecond) == [])
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

    @Test func soundIsWatchedThoughItComesLater() throws {
        let scratch = Scratch()
        var hotplug = try Hotplug(root: scratch.path)
        scratch.directory("snd")
        hotplug.read(at: 0)
        #expect(hotplug.take(at: Hotplug.settle) == .sound)
        scratch.file("snd/midiC1D0", "")
        hotplug.read(at: 100 * millisecond)
        #expect(hotplug.take(at: 130 * millisecond) == .sound)
    }

    @Test func soundIsWatchedAgainWhenItReturns() throws {
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

    @Test func rightsThatChangeCount() throws {
        let scratch = Scratch()
        scratch.file("ttyS0", "")
        var hotplug = try Hotplug(root: scratch.path)
        system("chmod 600 '\(scratch.path)/ttyS0'")
        hotplug.read(at: 0)
        #expect(hotplug.take(at: Hotplug.settle) == .serial)
    }

    @Test func missingDirectoryIsAnError() {
        #expect(throws: DeviceError.failed("/nowhere", doing: "watching", code: ENOENT)) {
            try Hotplug(root: "/nowhere")
        }
    }
}
