import BLEMIDI
import MIDI
import Plan

/// The link to one Bluetooth peer.
struct PeerLink {
    let slot: Int
    /// Memory of the packets in both directions.
    let memory: UnsafeMutableRawPointer
    /// Memory for one answer of the attribute server.
    let answer: UnsafeMutableRawBufferPointer
    var packets: BLELink
    var playing: ATTPlaying
    var frames: LinkFrames
    /// Bytes of an answer that the kernel has not taken yet.
    var answerCount = 0
    /// Gathers a SysEx of the peer while its port has other peers.
    var sysEx: PeerSysEx
    var gathers = false
    /// What the peer holds at the box, and the box at the peer.
    var received = HeldByPeer()
    var sent = HeldByPeer()
    /// What the peer may hold that has not heard the last messages.
    var mayHold = HeldByPeer(keepsReleased: true)
    /// What is released before anything else is sent to a peer that takes part again.
    var owed = HeldByPeer()
    var identity: UInt64 = 0
    var socket: Int32 = -1
    var port = PortIndex.none
    /// The display announces the port (D3).
    var isAnnounced = true
    /// The kernel takes no packet now, and tells when it does.
    var isFull = false
    /// The input waits for room in the outbox (S8).
    var isPaused = false
    /// The other peers of the port go on without this one, which has taken nothing for a while.
    var isBehind = false
    /// The peer has come back, and is released before anything else is sent to it.
    var isReturned = false
    /// Writing has failed; the link is to be ended.
    var isLost = false
    /// Since when packets wait and none was taken, in nanoseconds; `UInt64.max`: none waits.
    var stalledSince = UInt64.max
    /// When the link next has work to do, in nanoseconds; `UInt64.max`: it has none.
    var deadline = UInt64.max
    var report = LinkReport()

    @inline(__always)
    var isOpen: Bool { socket >= 0 }

    /// Whether something waits for the kernel.
    @inline(__always)
    var hasOutput: Bool { !frames.isEmpty || answerCount > 0 }

    /// Whether MIDI is sent to the peer.
    var isListening: Bool { playing.isListening && !isLost }

    /// Whether the messages of the port have to wait for this peer.
    var blocksPort: Bool { isListening && !isBehind && (isReturned || !frames.isEmpty) }

    /// Prepares the link for a peer.
    mutating func begin(_ peer: LinkedPeer) {
        packets = BLELink(in: memory, buffer: peer.buffer)
        playing = ATTPlaying(
            server: peer.server, isCentral: peer.isCentral, valueHandle: peer.valueHandle,
            writesWithResponse: peer.writesWithResponse, mtu: Int(peer.mtu))
        packets.sender.mtu = playing.mtu
        frames.clear()
        sysEx.clear()
        (received, sent, owed) = (HeldByPeer(), HeldByPeer(), HeldByPeer())
        mayHold = HeldByPeer(keepsReleased: true)
        (answerCount, gathers, isFull, isPaused, isBehind, isLost) = (0, false, false, false, false, false)
        (isReturned, identity) = (false, peer.identity)
        (socket, port, isAnnounced) = (peer.socket, peer.port, peer.isAnnounced)
        (stalledSince, deadline) = (UInt64.max, UInt64.max)
        let generation = report.generation &+ 1
        report = LinkReport()
        (report.generation, report.isLinked, report.port) = (generation, true, port)
    }

    /// Lets the other peers of the port go on without this one.
    mutating func fallBehind() {
        isBehind = true
        owed.add(sent)
        sent = HeldByPeer()
    }

    /// Takes over what the peer may hold of its last link. What it was sent on this link sounds on.
    mutating func comeBack(with held: HeldByPeer) {
        var old = held
        old.remove(sent)
        owed.add(old)
        mayHold.add(old)
        isReturned = true
    }

    /// Adds a message to the next packet.
    mutating func put(_ message: Message, at time: UInt64) {
        let packets = packets
        if !packets.sender.put(message, sentAt: time, send: { append($0) }) { report.dropped &+= 1 }
    }

    /// Ends the packet that is being filled, and adds the messages that have waited long enough.
    mutating func flush(at now: UInt64) {
        let packets = packets
        packets.sender.flush(at: now) { append($0) }
    }

    private mutating func append(_ packet: UnsafeRawBufferPointer) {
        if !frames.append(packet, by: playing) { report.dropped &+= 1 }
    }

    /// Updates `stalledSince` after an attempt to write.
    ///
    /// - Parameter hasTaken: the kernel has taken something.
    mutating func noteProgress(_ hasTaken: Bool, at now: UInt64) {
        if !hasOutput {
            stalledSince = UInt64.max
        } else if hasTaken || stalledSince == UInt64.max {
            stalledSince = now
        }
    }

    /// Updates the counters that other parts of the link keep.
    mutating func updateReport() {
        report.mtu = UInt16(truncatingIfNeeded: playing.mtu)
        report.malformed = packets.receiver.malformed
        report.ignoredWrites = playing.server.ignoredWrites
        report.hasNoStamps = packets.receiver.hasNoStamps
    }

    /// When the link next has work to do, in nanoseconds; `UInt64.max`: it has none.
    ///
    /// - Parameter isShared: the port has other peers too.
    func nextWork(isShared: Bool) -> UInt64 {
        // Packets are not filled while some wait.
        let due = hasOutput ? packets.receiver.deadline : packets.deadline
        if stalledSince == UInt64.max { return due }
        let patience = isShared && !isBehind ? LoopLimits.linkPatience : LoopLimits.linkStall
        return min(due, stalledSince &+ patience)
    }
}
