import CPlatform

/// A UMP endpoint as its device or program describes it (U1; M2-104-UM 7.1).
public struct PacketEndpoint: Equatable, Sendable {
    public var name = ""
    /// The product instance id, often a serial number; empty if the endpoint has none.
    public var product = ""
    /// The protocols that the endpoint supports.
    public var capabilities: Protocols = []
    /// The protocol that the endpoint uses now; empty if it did not report one.
    public var speaks: Protocols = []
    /// The manufacturer id: three bytes of 7 bits, the first in bits 16...22; 0 if unknown.
    public var manufacturer: UInt32 = 0
    /// Family and model, 14 bits each.
    public var family: UInt16 = 0
    public var model: UInt16 = 0
    /// The function blocks in the order of their numbers.
    public var blocks: [FunctionBlock] = []

    /// The protocols of Universal MIDI Packets, with the kernel's bits.
    public struct Protocols: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let midi1 = Protocols(rawValue: 0x100)
        public static let midi2 = Protocols(rawValue: 0x200)
    }

    public init() {}

    /// The number of groups up to the last group of an active block, 1...16. Inactive blocks do not count.
    public var groupCount: Int {
        max(1, min(blocks.filter { $0.isActive }.map { $0.firstGroup + $0.groupCount }.max() ?? 1, 16))
    }

    /// The groups that use the MIDI 2.0 protocol, bit 0 for the first. None if the endpoint uses MIDI 1.0; else all
    /// groups except those of MIDI 1.0 blocks.
    public var midi2Groups: UInt16 {
        guard speaks.contains(.midi2) else { return 0 }
        var groups = UInt16.max
        for block in blocks where block.isActive && block.isMIDI1 { groups &= ~block.groups }
        return groups
    }
}

/// A function block of a UMP endpoint (M2-104-UM 7.1.8).
public struct FunctionBlock: Equatable, Sendable {
    /// The number of the block, 0...31.
    public var number: UInt8
    public var name: String
    /// Seen from the box: `.output` if the block receives.
    public var directions: Directions
    /// The first group, 0...15.
    public var firstGroup: Int
    /// The number of groups, 1...16.
    public var groupCount: Int
    public var isActive = true
    /// Whether the block accepts MIDI 1.0 messages only.
    public var isMIDI1 = false

    public init(_ number: UInt8, _ name: String, _ directions: Directions, first: Int, count: Int) {
        (self.number, self.name, self.directions) = (number, name, directions)
        (firstGroup, groupCount) = (first, count)
    }

    /// The groups of the block, bit 0 for the first group of the endpoint.
    var groups: UInt16 {
        UInt16(truncatingIfNeeded: ((1 << UInt32(groupCount)) - 1) << UInt32(firstGroup))
    }
}
