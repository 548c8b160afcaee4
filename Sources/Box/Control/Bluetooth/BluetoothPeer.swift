import Bluetooth

/// A peer of Bluetooth as the box knows it (B16).
struct BluetoothPeer: Equatable {
    enum State: String {
        case seeking, connecting, pairing, connected, refused
        case noMIDI = "no MIDI"
        case gone

        /// Nil for the state of a port without peer.
        init?(_ state: RadioPortState) {
            switch state {
            case .seeking: self = .seeking
            case .connecting: self = .connecting
            case .pairing: self = .pairing
            case .refused: self = .refused
            case .noMIDI: self = .noMIDI
            case .none: return nil
            }
        }

        /// The word beside the name in the menu, at most eight characters.
        var short: String {
            switch self {
            case .connecting: "connects"
            case .connected: "on"
            default: rawValue
            }
        }
    }

    /// The index of the port in the box file.
    var port: Int
    var state: State
    /// Unknown while a peer is sought by its name.
    var address: RadioAddress?
    var name = ""
    /// The link; nil unless the peer is connected.
    var link: LinkedLine?
    /// When the peer went, in nanoseconds; 0 unless it is `gone`.
    var goneAt: UInt64 = 0
}

/// The peers that the box knows: connected ones, those that a port seeks, and those that have just gone.
struct BluetoothPeers {
    /// In the order in which they came.
    private(set) var all: [BluetoothPeer] = []

    /// The connected peers of a port.
    func connected(_ port: Int) -> [BluetoothPeer] { all.filter { $0.port == port && $0.state == .connected } }

    var connectedCount: Int { all.count { $0.state == .connected } }

    /// The peer of a link.
    func linked(_ slot: Int) -> BluetoothPeer? { all.first { $0.link?.slot == slot } }

    /// Records how far the process is with a port that has no link to that peer.
    mutating func set(_ port: Int, _ state: BluetoothPeer.State?, _ address: RadioAddress?, _ name: String) {
        all.removeAll {
            $0.port == port && $0.link == nil && ($0.address == nil || address == nil || $0.address == address)
        }
        guard let state else { return }
        add(BluetoothPeer(port: port, state: state, address: address, name: name))
    }

    /// Records a new link.
    mutating func link(_ link: LinkedLine) {
        all.removeAll {
            $0.link?.slot == link.slot || $0.link == nil && ($0.address == link.address || $0.port == link.port)
        }
        add(
            BluetoothPeer(port: link.port, state: .connected, address: link.address, name: link.name, link: link))
    }

    mutating func set(interval: UInt32, of slot: Int) {
        guard let index = all.firstIndex(where: { $0.link?.slot == slot }) else { return }
        all[index].link?.interval = interval
    }

    /// Records what a connected peer has told by pairing.
    mutating func set(_ address: RadioAddress, isEncrypted: Bool, of slot: Int) {
        guard let index = all.firstIndex(where: { $0.link?.slot == slot }) else { return }
        all[index].address = address
        all[index].link?.address = address
        all[index].link?.isEncrypted = isEncrypted
    }

    /// Records the end of a link.
    mutating func end(_ slot: Int, at now: UInt64) {
        guard let index = all.firstIndex(where: { $0.link?.slot == slot }) else { return }
        (all[index].state, all[index].link, all[index].goneAt) = (.gone, nil, now)
    }

    /// Forgets peers that are not connected, because the process or the radio has ended.
    mutating func forgetOthers() { all.removeAll { $0.link == nil } }

    /// Forgets peers that went long ago.
    mutating func forgetGone(at now: UInt64) {
        all.removeAll { $0.state == .gone && now >= $0.goneAt + RadioLimits.goneTime }
    }

    /// When `forgetGone` has something to do; `UInt64.max`: never.
    var goneDeadline: UInt64 {
        all.reduce(UInt64.max) { $1.state == .gone ? min($0, $1.goneAt + RadioLimits.goneTime) : $0 }
    }

    private mutating func add(_ peer: BluetoothPeer) {
        if all.count >= RadioLimits.peers, let oldest = all.firstIndex(where: { $0.link == nil }) {
            all.remove(at: oldest)
        }
        all.append(peer)
    }
}
