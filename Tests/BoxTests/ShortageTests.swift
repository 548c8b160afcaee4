import CPlatform
import Foundation
import Testing

@testable import Box

/// A running box that gets no more descriptors or memory.
@Suite struct ShortageTests {
    /// A connection that cannot be accepted is served later, and meanwhile the box waits instead of looking on and on.
    @Test func withoutDescriptorsTheBoxWaits() throws {
        let bench = try HoldingBox()
        let folder = "/proc/\(bench.box.number)/fd"
        let count = try FileManager.default.contentsOfDirectory(atPath: folder).count
        try limit(bench.box, "--nofile=\(count):")
        let waiting = treadle_socket_connect(bench.box.socket, 60_000)
        try #require(waiting >= 0)
        defer { close(waiting) }
        // The time in which the share of the processor is measured. A busy machine makes it smaller.
        let before = try ticks(bench.box)
        usleep(2_000_000)
        #expect(try ticks(bench.box) - before < 60)
        bench.input.send([0x80, 60, 64])
        #expect(bench.output.receive(3) == [0x80, 60, 64])
        try limit(bench.box, "--nofile=1024:")
        var greeting = [UInt8](repeating: 0, count: 10)
        #expect(treadle_socket_receive(waiting, &greeting, greeting.count) == greeting.count)
        #expect(String(decoding: greeting, as: UTF8.self) == "treadle 1\n")
        bench.box.signal(SIGTERM)
        #expect(bench.box.ended().status == 0)
    }

    /// E5: the end needs no descriptor, also where the kernel refuses to wait for as many as are open.
    @Test(arguments: 1...4) func withoutDescriptorsTheBoxEndsItsNotes(limit count: Int) throws {
        let bench = try HoldingBox()
        try limit(bench.box, "--nofile=\(count):")
        bench.box.signal(SIGTERM)
        #expect(bench.output.receive(3) == [0x80, 60, 64])
        #expect(bench.box.ended().status == 0)
    }

    /// Swift ends a program that gets no memory. The loop ends what sounds before that.
    @Test func withoutMemoryTheBoxEndsItsNotes() throws {
        let bench = try HoldingBox()
        let status = try String(contentsOfFile: "/proc/\(bench.box.number)/status", encoding: .utf8)
        let size = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmSize:") })
        try limit(bench.box, "--as=\((Int(size.filter { $0.isNumber }) ?? 0) * 1024):")
        // Each takes megabytes that are not read. The last one finds no box.
        let programs = (0..<8).compactMap { _ in BoxConnection(bench.box.socket, isOnlyAsked: true) }
        for program in programs { _ = program.write("recorder") }
        #expect(bench.output.receive(3) == [0x80, 60, 64])
        let end = bench.box.ended()
        #expect(end.status == 3 && end.errors.contains("no memory is left"), "\(end)")
    }

    private func limit(_ box: RunningBox, _ option: String) throws {
        let program = try Process.run(
            URL(fileURLWithPath: "/usr/bin/prlimit"), arguments: ["--pid", "\(box.number)", option])
        program.waitUntilExit()
        try #require(program.terminationStatus == 0)
    }

    /// Processor time in units of 10 ms.
    private func ticks(_ box: RunningBox) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(box.number)/stat", encoding: .utf8)
        let fields = try #require(text.split(separator: ")").last).split(separator: " ")
        return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    }
}
