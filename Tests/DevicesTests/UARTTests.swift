import CPlatform
import Devices
import Glibc
import Testing

/// Tests with a pseudo-terminal, which the kernel treats as a serial line without a wire.
@Suite struct UARTTests {
    @Test func everyByteIsReceivedUnchanged() throws {
        let line = try PseudoTerminal()
        let all = (0...255).map { UInt8($0) }
        line.send(all)
        #expect(line.received(all.count) == all)
    }

    @Test func everyByteIsSentUnchanged() throws {
        let line = try PseudoTerminal()
        let all = (0...255).map { UInt8($0) }
        #expect(all.withUnsafeBytes(line.uart.write) == 256)
        #expect(line.sent(256) == all)
    }

    @Test func readingAnEmptyLineWouldBlock() throws {
        let line = try PseudoTerminal()
        #expect(line.read() == IOResult.wouldBlock)
    }

    @Test func fullLineWouldBlock() throws {
        let line = try PseudoTerminal()
        let much = [UInt8](repeating: 0x55, count: 1024)
        var result = 0
        for _ in 0..<1000 where result >= 0 {
            result = much.withUnsafeBytes(line.uart.write)
        }
        #expect(result == IOResult.wouldBlock)
    }

    @Test func hungUpLineIsGone() throws {
        let line = try PseudoTerminal()
        line.hangUp()
        // A program that a test beside this one starts may have the other end open until it runs.
        for _ in 0..<6000 where line.read() != IOResult.gone { usleep(10_000) }
        #expect(line.read() == IOResult.gone)
        #expect([UInt8(0xF8)].withUnsafeBytes(line.uart.write) == IOResult.gone)
    }

    @Test func nothingIsQueuedAtFirst() throws {
        let line = try PseudoTerminal()
        #expect(line.uart.queued == 0)
    }

    @Test func missingPathIsAnError() {
        #expect(throws: DeviceError.missing("/nowhere/tty", .serial)) { try UART("/nowhere/tty") }
    }

    @Test func aPlainFileIsRefused() {
        let scratch = Scratch()
        scratch.file("plain", "")
        #expect(throws: DeviceError.self) { try UART(scratch.path + "/plain") }
    }
}

private final class PseudoTerminal {
    let uart: UART
    private var far: Int32

    init() throws {
        var name = [CChar](repeating: 0, count: 64)
        far = treadle_pty_open(&name, UInt(name.count))
        try #require(far >= 0)
        uart = try UART(name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) })
    }

    deinit {
        uart.close()
        hangUp()
    }

    func hangUp() {
        if far >= 0 { close(far) }
        far = -1
    }

    func send(_ bytes: [UInt8]) {
        #expect(write(far, bytes, bytes.count) == bytes.count)
    }

    func read() -> Int {
        var buffer = [UInt8](repeating: 0, count: 16)
        return buffer.withUnsafeMutableBytes(uart.read)
    }

    /// Returns what the UART reads, up to a number of bytes or for a second.
    func received(_ count: Int) -> [UInt8] {
        collect(count, from: uart.fd) { $0.withUnsafeMutableBytes(uart.read) }
    }

    /// Returns what arrives at the other end.
    func sent(_ count: Int) -> [UInt8] {
        collect(count, from: far) { CPlatform.read(far, &$0, $0.count) }
    }

    private func collect(_ count: Int, from fd: Int32, _ read: (inout [UInt8]) -> Int) -> [UInt8] {
        var all: [UInt8] = []
        var wait = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
        while all.count < count, poll(&wait, 1, 1000) == 1 {
            var buffer = [UInt8](repeating: 0, count: 100)
            let result = read(&buffer)
            guard result > 0 else { break }
            all += buffer[..<result]
        }
        return all
    }
}
