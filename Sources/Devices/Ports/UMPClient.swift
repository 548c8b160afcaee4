import CPlatform
import MIDI

/// A client of the sequencer that is a UMP endpoint of the box, with a port for each group, for programs of this
/// machine (U1, U8): a plain descriptor the loop may copy.
///
/// Programs without UMP connect to the port of a group, and the kernel translates for them. All memory is allocated
/// when the client is opened, outside the loop.
package struct UMPClient: BitwiseCopyable, @unchecked Sendable {
    /// The descriptor, readable when UMPs are pending. Writing never waits.
    package let fd: Int32
    /// The number of the client.
    package let client: Int32
    /// The notifications that answer a discovery, in their order.
    package let answers: UnsafeBufferPointer<Message>
    let losses: UnsafeMutablePointer<Sequencer.Losses>

    /// Opens the client and makes its ports. Port 0 is the whole endpoint, port n group n.
    ///
    /// - Parameter endpoint: the endpoint's description. In the directions of its blocks, `.input` means that the box
    ///   receives.
    package init(_ endpoint: UMPEndpoint) throws(DeviceError) {
        let place = "/dev/snd/seq"
        var raw = endpoint.raw
        var number: Int32 = 0
        let opened = treadle_ump_client_open(&raw, Int32(Sequencer.inputPool), &number)
        if opened == -EOPNOTSUPP { throw DeviceError.withoutUMPs(endpoint.name) }
        guard opened >= 0 else { throw DeviceError(place, .sequencer, doing: "opening", code: -opened) }
        let code = UMPClient.makePorts(endpoint, opened, number)
        guard code >= 0 else {
            CPlatform.close(opened)
            throw DeviceError("sequencer port \(endpoint.name)", .sequencer, doing: "making it", code: -code)
        }
        self.init(fd: opened, client: number, endpoint)
    }

    /// Uses a descriptor that transfers events in the kernel's format, such as a socket in tests.
    package init(fd: Int32, client: Int32 = 0, _ endpoint: UMPEndpoint) {
        self.fd = fd
        self.client = client
        let notifications = endpoint.notifications
        let memory = UnsafeMutableBufferPointer<Message>.allocate(capacity: notifications.count)
        _ = memory.initialize(from: notifications)
        answers = UnsafeBufferPointer(memory)
        losses = .allocate(capacity: 1)
        losses.initialize(to: Sequencer.Losses())
    }

    private static func makePorts(_ endpoint: UMPEndpoint, _ fd: Int32, _ client: Int32) -> Int32 {
        let all = endpoint.blocks.reduce(into: Directions()) { $0.formUnion($1.directions) }
        func make(_ number: Int32, _ name: String, _ directions: Directions) -> Int32 {
            treadle_ump_client_port(
                fd, client, number, name, directions.contains(.input) ? 1 : 0, directions.contains(.output) ? 1 : 0)
        }
        var code = make(0, endpoint.name, all)
        for block in endpoint.blocks where code >= 0 {
            var raw = block.raw
            code = treadle_ump_client_block(fd, client, &raw)
            for group in block.firstGroup..<block.firstGroup + block.groupCount where code >= 0 {
                let isAlone = block.groupCount == 1
                code = make(Int32(group + 1), isAlone ? block.name : "\(block.name) \(group + 1)", block.directions)
            }
        }
        return code
    }

    /// The losses since the client was opened.
    package var lost: Sequencer.Losses { losses.pointee }

    /// Closes the client with all its ports and frees its memory. The loop must have stopped using it.
    package func close() {
        CPlatform.close(fd)
        answers.deallocate()
        losses.deallocate()
    }
}

// Called from the loop.
extension UMPClient {
    /// The size of the longest read in bytes: 16 UMPs of four words.
    package static let readBytes = Int(TREADLE_UMP_EVENTS) * 16

    /// Result of a read: the kernel had no room and has discarded all waiting UMPs.
    package static let lostInput = -3

    /// Reads pending UMPs into `readBytes` of memory. Returns their size in bytes, which may be 0, a value of
    /// `IOResult`, or `lostInput`.
    ///
    /// - Parameter left: set to the number of bytes before the notice that another client which sent to this one has
    ///   disconnected or ended; -1 if there is no notice.
    package func read(into memory: UnsafeMutableRawPointer, left: inout Int) -> Int {
        let count = treadle_ump_client_read(fd, client, memory.assumingMemoryBound(to: UInt32.self), &left)
        if left > 0 { left *= 4 }
        if count >= 0 { return count * 4 }
        if count == -Int(ENOSPC) {
            losses.pointee.input &+= 1
            return UMPClient.lostInput
        }
        return IOResult.system(count)
    }

    /// Sends whole UMPs. A client that does not read loses UMPs, which `lost` counts. Returns the number of
    /// bytes, always all of them, or `IOResult.gone`.
    package func write(_ words: UnsafeRawBufferPointer) -> Int {
        let start = words.bindMemory(to: UInt32.self).baseAddress
        let lost = treadle_ump_client_write(fd, start, words.count / 4)
        if lost < 0 { return IOResult.gone }
        losses.pointee.output &+= UInt32(truncatingIfNeeded: lost)
        return words.count
    }
}
