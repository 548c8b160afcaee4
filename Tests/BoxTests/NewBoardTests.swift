import Configuration
import Devices
import Foundation
import HostSupport
import Settings
import Testing

@testable import Box

/// `treadle new`: a first configuration with the ports that are found.
@Suite struct NewBoardTests {
    private func ports(_ name: String, _ card: Int32, isClient: Bool = false, isOwn: Bool = false) -> [FoundPort] {
        let found = FoundCard(
            number: card, isClient: isClient, id: name, driver: "USB-Audio", name: name, longName: name, isOwn: isOwn)
        return [Direction.input, .output].map {
            FoundPort(
                address: .rawMIDI(card: card, device: 0, subdevice: -1), direction: $0, index: 1,
                name: name + " MIDI 1", card: found)
        }
    }

    private func compiled(_ board: NewBoard) throws -> CompiledConfiguration {
        var files: [String: [UInt8]] = [:]
        for file in board.files { files[file.name] = file.bytes }
        let box = try #require(files["box.yaml"])
        return try Configuration.load(bytes: box, files: files).get()
    }

    @Test func itHasTheFirstPortsOfTwoDevices() throws {
        let found = ports("Midi Through", 14, isClient: true) + ports("Gadget", 3, isOwn: true) + ports("Stage", 1)
        let board = NewBoard(found + ports("Rack", 2)) { $1.first }
        #expect(board.keys?.name == "Stage MIDI 1" && board.module?.name == "Rack MIDI 1")
        let configuration = try compiled(board)
        #expect(configuration.diagnostics.list.isEmpty, "\(configuration.diagnostics.text)")
        let places: [PortPlace] = [.match("Stage MIDI 1"), .match("Rack MIDI 1")]
        #expect(configuration.box.ports.map { $0.place } == places)
        #expect(configuration.summary.contains("preset 1 Piano") && configuration.summary.contains("preset 2 Split"))
        var matcher = PortMatcher()
        let given = matcher.match(WantedPort.all(configuration.box.ports), found + ports("Rack", 2))
        #expect(given.map { $0.alias } == ["keys", "module"])
    }

    /// One alias is one device, so the module is another one than the keyboard (E2).
    @Test func oneDeviceIsTheKeyboardAndAnyOtherTheModule() throws {
        let board = NewBoard(ports("Stage", 1)) { $1.first }
        #expect(board.keys?.name == "Stage MIDI 1" && board.module == nil)
        #expect(try compiled(board).diagnostics.list.isEmpty)
        #expect(board.summary(of: "board").contains("module: nothing found, so the first instrument that comes"))
        let none = NewBoard([]) { $1.first }
        #expect(try compiled(none).diagnostics.list.isEmpty)
    }

    @Test func aNameIsAPatternThatMatchesItself() throws {
        for name in ["Key \"49\"", "a\\b", "new\nline", "Tab\tbed", "# 1: {x}", "*?[", "Klavier ♪"] {
            let port = FoundPort(
                address: .virtual, direction: .input, index: 1, name: name,
                card: FoundCard(number: 1, id: "x", driver: "x", name: "x", longName: "x"))
            let configuration = try compiled(NewBoard([port]) { $1.first })
            guard case .match(let pattern, _) = configuration.box.ports[0].place else {
                Issue.record("\(name) is no pattern")
                continue
            }
            #expect(Glob(pattern).matches(name), "\(name)")
        }
    }

    @Test func theCommandWritesIntoAnEmptyFolderOnly() throws {
        let folder = try TemporaryFolder()
        let board = folder.path + "/board/"
        let made = try Finished(["new", board])
        #expect(made.status == 0 && made.output.contains("treadle run --simulate \(folder.path)/board "), "\(made)")
        let names = folder.names.filter { !$0.hasSuffix("board") && !$0.hasSuffix("/presets") }
        let wanted = ["box.yaml", "presets/1-piano.yaml", "presets/2-split.yaml"]
        #expect(names == wanted.map { "board/" + $0 }, "\(names)")
        let check = try Finished(["check", board])
        #expect(check.status == 0 && check.errors.isEmpty, "\(check)")
        let script = "0 keys note C3 80 for 10 ms\n20 switch A down\n30 keys note C3 80 for 10 ms\n50 end\n"
        let played = try Finished(["render", board + "box.yaml"], input: script)
        #expect(played.output.contains("0.000 module 90 30 50\n10.000 module 80 30 40\n"), "\(played)")
        #expect(played.output.contains("30.000 module 91 24 50\n40.000 module 81 24 40\n"), "\(played)")
        let again = try Finished(["new", board])
        #expect(again.status == 3 && again.errors.contains("is not empty"), "\(again)")
        #expect(try Finished(["new"]).status == 2)
    }

    /// A terminal is asked where there are several.
    @Test func thePlayerChoosesAmongSeveral() throws {
        let found = ports("Stage", 1) + ports("Rack", 2) + ports("Organ", 3)
        var asked: [[String]] = []
        let board = NewBoard(found) { _, ports in
            asked.append(ports.map { $0.card.name })
            return ports.last
        }
        #expect(asked == [["Stage", "Rack", "Organ"], ["Stage", "Rack"]])
        #expect(board.keys?.card.name == "Organ" && board.module?.card.name == "Rack")
    }
}
