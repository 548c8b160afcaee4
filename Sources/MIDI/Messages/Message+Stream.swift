/// Statuses of UMP Stream messages, 10 bits (M2-104-UM 7.1).
package enum StreamStatus {
    @inlinable package static var endpointDiscovery: UInt16 { 0x00 }
    @inlinable package static var endpointInfo: UInt16 { 0x01 }
    @inlinable package static var deviceIdentity: UInt16 { 0x02 }
    @inlinable package static var endpointName: UInt16 { 0x03 }
    @inlinable package static var productInstance: UInt16 { 0x04 }
    @inlinable package static var configurationRequest: UInt16 { 0x05 }
    @inlinable package static var configuration: UInt16 { 0x06 }
    @inlinable package static var blockDiscovery: UInt16 { 0x10 }
    @inlinable package static var blockInfo: UInt16 { 0x11 }
    @inlinable package static var blockName: UInt16 { 0x12 }
}

extension Message {
    /// Makes a UMP Stream message that is one UMP.
    ///
    /// - Parameters:
    ///   - status: a status of `StreamStatus`.
    ///   - low: the lower 16 bits of the first word.
    package init(
        stream status: UInt16, _ low: UInt16 = 0, _ word1: UInt32 = 0, _ word2: UInt32 = 0, _ word3: UInt32 = 0
    ) {
        self.init(0xF000_0000 | UInt32(status & 0x3FF) << 16 | UInt32(low), word1, word2, word3)
    }

    /// A UMP Stream message: endpoint, function blocks and protocol. It has no group.
    @inlinable package var isStream: Bool { type == MessageType.stream }

    /// The status of a UMP Stream message.
    @inlinable package var streamStatus: UInt16 { UInt16(truncatingIfNeeded: word0 >> 16) & 0x3FF }

    /// Whether this UMP Stream message of the box answers a request (M2-104-UM 7.1.1 and 7.1.7): a discovery asks for
    /// what its filter names, a Stream Configuration Request for the configuration.
    package func answers(_ request: Message) -> Bool {
        let wanted: UInt32
        switch request.streamStatus {
        case StreamStatus.endpointDiscovery:
            wanted = request.word1
            switch streamStatus {
            case StreamStatus.endpointInfo: return wanted & 1 != 0
            case StreamStatus.deviceIdentity: return wanted & 2 != 0
            case StreamStatus.endpointName: return wanted & 4 != 0
            case StreamStatus.productInstance: return wanted & 8 != 0
            case StreamStatus.configuration: return wanted & 16 != 0
            default: return false
            }
        case StreamStatus.configurationRequest: return streamStatus == StreamStatus.configuration
        case StreamStatus.blockDiscovery:
            wanted = request.word0
            let number = request.word0 >> 8 & 0xFF
            // 0xFF asks for all blocks.
            if number != 0xFF && number != word0 >> 8 & 0x7F { return false }
            switch streamStatus {
            case StreamStatus.blockInfo: return wanted & 1 != 0
            case StreamStatus.blockName: return wanted & 2 != 0
            default: return false
            }
        default: return false
        }
    }
}
