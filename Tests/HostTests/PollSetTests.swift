import CPlatform
import HostSupport
import Testing

@testable import Host

@Suite struct PollSetTests {
    private enum Wake { case input, output, absent }

    @Test func readyDescriptorsAreKnownByTheirTags() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var set = PollSet<Wake>()
        set.add(.absent, -1)
        set.add(.input, ends[0])
        #expect(set.wait(0).isEmpty)
        set.add(.output, ends[1], .writing)
        #expect(set.wait(0) == [.output])
        #expect(write(ends[1], [1], 1) == 1)
        #expect(set.wait(0) == [.input, .output])
    }

    /// What can be read does not wake one who waits to write.
    @Test func writersAreNotWokenByInput() throws {
        let folder = try TemporaryFolder([:])
        let listener = treadle_socket_listen(folder.path + "/s")
        let near = treadle_socket_connect(folder.path + "/s", 1000)
        let ends = [treadle_socket_accept(listener), near]
        try #require(ends.allSatisfy { $0 >= 0 })
        defer { for end in ends + [listener] { close(end) } }
        let room = [UInt8](repeating: 0, count: 65536)
        while treadle_socket_send(ends[0], room, room.count) > 0 {}
        #expect(treadle_socket_send(ends[1], [1], 1) == 1)
        var set = PollSet<Wake>()
        set.add(.output, ends[0], .writing)
        #expect(set.wait(0).isEmpty)
        set.add(.input, ends[0], .readingAndWriting)
        #expect(set.wait(0) == [.input])
    }
}
