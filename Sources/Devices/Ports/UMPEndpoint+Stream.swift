import MIDI

// Notifications with which an endpoint of the box describes itself (U8).
extension UMPEndpoint {
    /// All notifications of the endpoint and its blocks, in the order in which a discovery is answered.
    var notifications: [Message] {
        let blockCount = UInt32(blocks.count)
        var all = [
            // UMP 1.1; the blocks never change.
            Message(stream: StreamStatus.endpointInfo, 0x0101, 0x8000_0000 | blockCount << 24 | capabilities.rawValue),
            Message(
                stream: StreamStatus.deviceIdentity, 0, manufacturer,
                UInt32(family & 0x7F) << 24 | UInt32(family >> 7 & 0x7F) << 16 | UInt32(model & 0x7F) << 8
                    | UInt32(model >> 7 & 0x7F)),
        ]
        all += UMPEndpoint.text(name, StreamStatus.endpointName, most: 98)
        all += UMPEndpoint.text(product, StreamStatus.productInstance, most: 42)
        all.append(UMPEndpoint.message(StreamStatus.configuration, speaks))
        for block in blocks {
            all.append(block.notification)
            all += UMPEndpoint.text(block.name, StreamStatus.blockName, of: block.number, most: 91)
        }
        return all
    }

    /// A Stream Configuration Request or its notification, without JR timestamps.
    static func message(_ status: UInt16, _ speaks: Protocols) -> Message {
        Message(stream: status, UInt16(truncatingIfNeeded: speaks.rawValue))
    }

    /// Returns the UMPs of a text, with 14 bytes each, or 13 after the number of a function block.
    ///
    /// - Parameter most: the greatest number of bytes of such a text (M2-104-UM 7.1.4, 7.1.5, 7.1.9).
    static func text(_ text: String, _ status: UInt16, of block: UInt8? = nil, most: Int) -> [Message] {
        let bytes = Array(text.utf8.prefix(most))
        let size = block == nil ? 14 : 13
        let count = max(1, (bytes.count + size - 1) / size)
        return (0..<count).map { index in
            // Bits 27 and 26: whole, first, middle, last UMP.
            let form: UInt32 = count == 1 ? 0 : index == 0 ? 1 : index == count - 1 ? 3 : 2
            var ump = Message(stream: status)
            ump.word0 |= form << 26 | UInt32(block ?? 0) << 8
            for (offset, byte) in bytes.dropFirst(index * size).prefix(size).enumerated() {
                ump.set(byte, at: 16 - size + offset)
            }
            return ump
        }
    }
}

extension FunctionBlock {
    /// Function Block Info Notification (M2-104-UM 7.1.8). In the directions of a block of the box, `.input` means that
    /// the box receives.
    fileprivate var notification: Message {
        let direction: UInt16 = (directions.contains(.input) ? 1 : 0) | (directions.contains(.output) ? 2 : 0)
        return Message(
            stream: StreamStatus.blockInfo,
            (isActive ? 0x8000 : 0) | UInt16(number) << 8 | direction << 4 | (isMIDI1 ? 4 : 0) | direction,
            UInt32(firstGroup) << 24 | UInt32(groupCount) << 16)
    }
}
