/// The capacities and times of the process for Bluetooth.
///
/// Each comment gives the unit, the reason for the number and what happens when full. Times are in nanoseconds.
package enum BluetoothLimits {
    /// Peers at once, in any mix of the two roles (B1). A fifth is refused or not sought.
    package static let links = 4
    /// Ports with `bluetooth:`, more than a box has. Further ones are ignored.
    static let ports = 64
    /// Bytes of a line between box and process.
    package static let line = 1024
    /// Bytes of a peer's name. A longer name is cut between characters.
    package static let name = 64
    /// Bonds (B4). When full, the one longest unused goes.
    package static let bonds = 16
    /// Long-term keys of one bond: pairing of old kind makes one for each role.
    static let keysOfBond = 2
    /// Long-term keys that the kernel takes in one command of 1028 bytes. The bonds longest unused go without.
    static let keysOfCommand = 28
    /// Names that peers have advertised, to name those that connect. When full, the oldest is forgotten.
    static let names = 32
    /// Addresses that are not connected to, or not paired with, for a time. When full, the oldest is forgotten.
    static let pauses = 32
    /// Bytes of an event of the kernel: its header and the longest advertisement with scan response.
    static let event = 1100
    /// Requests of a peer that are answered in a second (B14). Then the link is ended.
    static let requests = 500

    /// The connection interval that the box asks for, 7.5 to 15 ms in units of 1.25 ms, and the supervision timeout,
    /// 2 s in units of 10 ms (B6).
    static let interval: ClosedRange<UInt16> = 6...12
    static let supervisionTimeout: UInt16 = 200
    /// Microseconds of one unit of an interval.
    static let intervalUnit: UInt32 = 1250
    /// The pause before the box asks once more for a shorter interval (B6).
    static let intervalPause: UInt64 = 5_000_000_000
    /// Intervals of advertisements in units of 0.625 ms: 30 to 50 ms and 150 ms (B3).
    static let fastAdvertising: ClosedRange<UInt16> = 48...80
    static let slowAdvertising: ClosedRange<UInt16> = 240...240
    /// How long the box advertises fast (B3).
    static let fastTime: UInt64 = 30_000_000_000

    /// How long a command of the kernel may take (B17).
    static let commandTime: UInt64 = 10_000_000_000
    static let powerOffLimit: UInt64 = 6_000_000_000
    /// The time between two questions to the controller, and how long it may take to answer: with `commandTime`, a
    /// controller that stops answering is missing within 30 s (B17).
    static let probePause: UInt64 = 5_000_000_000
    static let probeTime: UInt64 = 5_000_000_000
    /// How long a controller must run after a reset to be worth another.
    static let goodLife: UInt64 = 60_000_000_000
    /// How often a missing controller is looked for (B17).
    static let lookPause: UInt64 = 1_000_000_000
    /// How long a link to a peer that was found may take.
    static let connectTime: UInt64 = 10_000_000_000
    /// The pause before the next search when the kernel refused one.
    static let searchPause: UInt64 = 1_000_000_000
    /// The pause before a peer without MIDI service is tried again (B2).
    static let noMIDIPause: UInt64 = 60_000_000_000
    /// The pause before a peer is tried again that could not be connected, or whose link ended before it played.
    static let failedPause: UInt64 = 2_000_000_000
    /// How long a question of the client may stay without an answer (B8).
    static let stepTime: UInt64 = 5_000_000_000
    /// How long a peer's name is waited for where it decides about the port.
    static let nameTime: UInt64 = 1_000_000_000
    /// How long a peer that connects may stay without encryption (B14).
    static let strangerTime: UInt64 = 30_000_000_000
    /// How long the player may take to answer. The box says no after 30 s (B4); this is the last resort.
    static let questionTime: UInt64 = 35_000_000_000
    /// The time of three refusals, and how long an address then waits (B14).
    static let refusalTime: UInt64 = 60_000_000_000
    static let refusals = 3
    /// How long the end of the process waits for its links, and then for the controller. The box waits 400 ms for both.
    static let endTime: UInt64 = 220_000_000
    static let powerOffTime: UInt64 = 150_000_000
    /// How often what the kernel could not take yet is tried again: a socket takes nothing while it is being encrypted.
    static let retryTime: UInt64 = 50_000_000
}
