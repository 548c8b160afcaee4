import CPlatform
import Engine
import Foundation
import HostSupport
import Loop
import Testing

@testable import Box

/// The connection of the page's process beside those of programs (W1).
@Suite struct PageClientTests {
    private let ring = Ring<Injection>(capacity: 64)

    /// A client and the other end of its connection.
    private func pair(isPage: Bool) throws -> (client: ControlClient, end: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        for end in ends { _ = treadle_never_wait(end) }
        return (ControlClient(ends[0], isPage: isPage), ends[1])
    }

    private func write(_ text: String, to end: Int32) {
        let bytes = Array(text.utf8)
        #expect(treadle_socket_send(end, bytes, bytes.count) == bytes.count)
    }

    /// Serves all clients once. Returns the lines of each that were served.
    private func serve(_ server: ControlServer, each nanoseconds: UInt64) -> [Int32: Int] {
        var served: [Int32: Int] = [:]
        let ready = server.clients.map { ControlWake.server(.client($0.descriptor)) }
        _ = server.serve(ready, greeting: { [] }, giving: ring) { _, client in
            served[client.descriptor, default: 0] += 1
            treadle_pause_us(UInt32(nanoseconds / 1000))
        }
        return served
    }

    @Test func floodOfThePageWaitsForItsTurns() throws {
        let server = ControlServer()
        let (page, program) = (try pair(isPage: true), try pair(isPage: false))
        defer { for end in [page.end, program.end] { close(end) } }
        server.adopt(page.client)
        server.adopt(program.client)
        let flood = String(repeating: "x\n", count: 10)
        write(flood, to: page.end)
        write(flood, to: program.end)
        for left in (0..<10).reversed() {
            let served = serve(server, each: BoxLimits.pageTurn)
            #expect(served[page.client.descriptor] == 1)
            #expect(served[program.client.descriptor] == (left == 9 ? 10 : nil))
            #expect(page.client.hasLine == (left > 0) && page.client.isRead == (left == 0))
            #expect(server.waitingTime == (left > 0 ? 2 : Int32.max))
        }
    }

    /// What lines that were not served yet hold would else sound on.
    @Test func allLinesAreServedBeforeItsNotesAreReleased() throws {
        let server = ControlServer()
        let page = try pair(isPage: true)
        server.adopt(page.client)
        write("a\nb\n", to: page.end)
        close(page.end)
        _ = serve(server, each: BoxLimits.pageTurn)
        page.client.end()
        #expect(page.client.hasLine && !page.client.isDone)
        #expect(serve(server, each: 0)[page.client.descriptor] == 1)
        #expect(server.clients.isEmpty)
    }

    @Test func answersThatThePageDoesNotReadAreDroppedAndCounted() throws {
        let (page, program) = (try pair(isPage: true), try pair(isPage: false))
        defer { for end in [page.end, program.end] { close(end) } }
        let line = String(repeating: "x", count: 1023)
        for client in [page.client, program.client] {
            for _ in 0..<BoxLimits.controlBacklog / 1024 { client.reply(line) }
        }
        #expect(page.client.droppedAnswers == 0 && !page.client.isRead && program.client.isRead)
        for client in [page.client, program.client] {
            client.reply(line)
            client.reply(line)
        }
        #expect(page.client.droppedAnswers == 2 && !page.client.isEnding)
        #expect(program.client.isEnding)
    }

    @Test func pageTakesNoPlaceOfPrograms() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/box.sock"
        let server = try #require(ControlServer(path))
        let page = try pair(isPage: true)
        defer { close(page.end) }
        server.adopt(page.client)
        var programs: [Int32] = []
        defer { for program in programs { close(program) } }
        for _ in 0...BoxLimits.controlClients {
            programs.append(treadle_socket_connect(path, 10_000))
            _ = server.serve([.server(.listener)], greeting: { [] }, giving: ring) { _, _ in }
        }
        #expect(server.clients.count { !$0.isPage } == BoxLimits.controlClients)
        server.end()
    }
}
