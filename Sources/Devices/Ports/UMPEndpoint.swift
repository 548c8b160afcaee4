import CPlatform

/// A UMP endpoint as its device or program describes it (U1; M2-104-UM 7.1).
package struct UMPEndpoint: Equatable, Sendable {
    package var name = ""
    /// The product instance id, often a serial number; empty if the endpoint has none.
    package var product = ""
    /// The protocols that the endpoint supports.
    package var capabilities: Protocols = []
    /// The protocol that the endpoint uses now; empty if it did not report one.
    package var speaks: Protocols = []
    /// The manufacturer id: three bytes of 7 bits, the first in bits 16...22; 0 if unknown.
    package var manufacturer: UInt32 = 0
    /// Family and model, 14 bits each.
    package var family: UInt16 = 0
    package var model: UInt16 = 0
    /// The function blocks in the order of their numbers.
    package var blocks: [FunctionBlock] = []

    /// The protocols of Universal MIDI Packets, with the kernel's bits.
    package struct Protocols: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let midi1 = Protocols(rawValue: 0x100)
        package static let midi2 = Protocols(rawValue: 0x200)
    }

    package init() {}

    /// The number of groups up to the last group of an active block, 1...16. Inactive blocks do not count.
    package var groupCount: Int {
        max(1, min(blocks.filter { $0.isActive }.map { $0.firstGroup + $0.groupCount }.max() ?? 1, 16))
    }

    /// The groups that use the MIDI 2.0 protocol, bit 0 for the first. None if the endpoint uses MIDI 1.0; else all
    /// groups except those of MIDI 1.0 blocks.
    package var midi2Groups: UInt16 {
        guard speaks.contains(.midi2) else { return 0 }
        var groups = UInt16.max
        for block in blocks where block.isActive && block.isMIDI1 { groups &= ~block.groups }
        return groups
    }
}

/// A function block of a UMP endpoint (M2-104-UM 7.1.8).
package struct FunctionBlock: Equatable, Sendable {
    /// The number of the block, 0...31.
    package var number: UInt8
    package var name: String
    /// Seen from the box: `.output` if the block receives.
    package var directions: Directions
    /// The first group, 0...15.
    package var firstGroup: Int
    /// The number of groups, 1...16.
    package var groupCount: Int
    package var isActive = true
    /// Whether the block accepts MIDI 1.0 messages only.
    package var isMIDI1 = false

    package init(_ number: UInt8, _ name: String, _ directions: Directions, first: Int, count: Int) {
        (self.number, self.name, self.directions) = (number, name, directions)
        (firstGroup, groupCount) = (first, count)
    }

    /// The groups of the block, bit 0 for the first group of the endpoint.
    var groups: UInt16 {
        UInt16(truncatingIfNeeded: ((1 << UInt32(groupCount)) - 1) << UInt32(firstGroup))
    }
}
