import Plan

// The channel remap of a routing. The channel memory of the port is already included.
extension Routing {
    /// The output channel for a message on `channel`, 0...15.
    @inline(__always)
    func outChannel(_ channel: UInt8) -> UInt8 { self.channel == Routing.keepsChannel ? channel : self.channel }

    /// The first word of a channel message, moved to its output channel.
    @inline(__always)
    func channelStage(_ word: UInt32) -> UInt32 {
        channel == Routing.keepsChannel ? word : word & 0xFFF0_FFFF | UInt32(channel) << 16
    }
}
