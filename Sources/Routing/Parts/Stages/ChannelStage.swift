import Program

// The channel remap of a routing. The channel memory of the port is in it already.
extension Routing {
    /// The channel on which a message of a channel leaves, 0...15.
    @inline(__always)
    func outChannel(_ channel: UInt8) -> UInt8 { self.channel == Routing.keepsChannel ? channel : self.channel }

    /// The first word of a channel message, on the channel on which it leaves.
    @inline(__always)
    func channelStage(_ word: UInt32) -> UInt32 {
        channel == Routing.keepsChannel ? word : word & 0xFFF0_FFFF | UInt32(channel) << 16
    }
}
