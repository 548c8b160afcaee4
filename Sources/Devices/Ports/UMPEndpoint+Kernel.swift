import CPlatform

extension UMPEndpoint {
    /// The greatest number of function blocks of an endpoint (M2-104-UM 7.1.2).
    static let maxBlocks = 32

    /// Reads the endpoint of a UMP device through the control device of its card.
    init?(control: Int32, device: Int32) {
        var raw = treadle_ump_endpoint()
        guard treadle_ump_endpoint_of(control, device, &raw) == 0 else { return nil }
        self.init(raw) { treadle_ump_block_of(control, device, $0, &$1) }
    }

    /// Reads the endpoint of an open UMP device.
    init?(descriptor: Int32) {
        var raw = treadle_ump_endpoint()
        guard treadle_ump_endpoint_at(descriptor, &raw) == 0 else { return nil }
        self.init(raw) { treadle_ump_block_at(descriptor, $0, &$1) }
    }

    private init(_ raw: treadle_ump_endpoint, block: (Int32, inout treadle_ump_block) -> Int32) {
        name = UMPEndpoint.text(raw.name)
        product = UMPEndpoint.text(raw.product)
        capabilities = Protocols(rawValue: raw.capabilities).intersection([.midi1, .midi2])
        speaks = Protocols(rawValue: raw.protocol).intersection([.midi1, .midi2])
        (manufacturer, family, model) = (raw.manufacturer, raw.family, raw.model)
        for number in 0..<min(Int32(raw.block_count), Int32(UMPEndpoint.maxBlocks)) {
            // Numbers without a block are skipped: the kernel knows only blocks that have answered.
            var one = treadle_ump_block()
            if block(number, &one) == 0 { blocks.append(FunctionBlock(one)) }
        }
    }

    /// Returns the text of a kernel field: up to its zero byte, or the whole field if there is none.
    static func text<T>(_ field: T) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Copies text into a zeroed kernel field, cut so that a zero byte remains at the end.
    static func fill<T>(_ field: inout T, _ text: String) {
        withUnsafeMutableBytes(of: &field) { bytes in
            for (index, byte) in text.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
        }
    }

    /// The endpoint as a structure of the kernel.
    var raw: treadle_ump_endpoint {
        var raw = treadle_ump_endpoint()
        UMPEndpoint.fill(&raw.name, name)
        UMPEndpoint.fill(&raw.product, product)
        (raw.capabilities, raw.protocol) = (capabilities.rawValue, speaks.rawValue)
        (raw.manufacturer, raw.family, raw.model) = (manufacturer, family, model)
        raw.block_count = UInt32(blocks.count)
        // UMP 1.1; the blocks of the box never change.
        (raw.version, raw.flags) = (0x0101, 1)
        return raw
    }
}

extension FunctionBlock {
    fileprivate init(_ raw: treadle_ump_block) {
        var directions: Directions = []
        if raw.direction & 1 != 0 { directions.insert(.output) }
        if raw.direction & 2 != 0 { directions.insert(.input) }
        let first = min(Int(raw.first_group), 15)
        self.init(
            raw.number, UMPEndpoint.text(raw.name), directions, first: first,
            count: max(1, min(Int(raw.group_count), 16 - first)))
        isActive = raw.is_active != 0
        isMIDI1 = raw.flags & 1 != 0
    }

    /// A block of the box as a structure of the kernel. In its `directions`, `.input` means that the box receives.
    var raw: treadle_ump_block {
        var raw = treadle_ump_block()
        UMPEndpoint.fill(&raw.name, name)
        raw.number = number
        raw.direction = (directions.contains(.input) ? 1 : 0) | (directions.contains(.output) ? 2 : 0)
        raw.ui_hint = raw.direction
        (raw.is_active, raw.flags) = (isActive ? 1 : 0, isMIDI1 ? 1 : 0)
        (raw.first_group, raw.group_count) = (UInt8(firstGroup), UInt8(groupCount))
        return raw
    }
}
