import Devices
import Settings

// Advertising (B3), and the search for peers (B2).
extension RadioDirector {
    mutating func settleAdvertising(at now: UInt64) {
        var wanted = Advertising.off
        if (isVisible || now < shownUntil) && links.count < BluetoothLimits.links {
            wanted = now < fastUntil ? .fast : .slow
        }
        if wanted == advertising { return }
        let isNew = advertising == nil
        advertising = wanted
        if wanted == .off {
            if !isNew || toldAdvertising { enqueue(.removeAdvertising) }
            return
        }
        let interval = wanted == .fast ? BluetoothLimits.fastAdvertising : BluetoothLimits.slowAdvertising
        enqueue(.advertisingDefaults(interval))
        enqueue(.addAdvertising(name: name))
    }

    /// Advertises fast for a while: a peer that has gone may come back (B3).
    mutating func advertiseFast(at now: UInt64) { fastUntil = now + BluetoothLimits.fastTime }

    /// Whether a port seeks a peer.
    func isSeeking(_ index: Int) -> Bool {
        let port = ports[index].port
        if !port.isInitiator { return false }
        return port.rule == .everybody || !links.contains { $0.port == index }
    }

    var wantsSearch: Bool {
        isOn && target == nil && links.count < BluetoothLimits.links && !links.contains { $0.stage == .connecting }
            && ports.indices.contains { isSeeking($0) }
    }

    mutating func settleSearch(at now: UInt64) {
        switch search {
        case .idle:
            if let target {
                self.target = nil
                connect(target.address, target.port, target.name, at: now)
            } else if wantsSearch && now >= searchesAt {
                search = .starting
                enqueue(.discovery(.startDiscovery))
            }
        case .running where !wantsSearch:
            search = .stopping
            enqueue(.discovery(.stopDiscovery))
        case .starting, .running, .stopping: break
        }
    }

    /// A search of the kernel ends by itself after 10 s, and is begun again.
    mutating func hear(discovering isOn: Bool) { if !isOn && search == .running { search = .idle } }

    /// A device has advertised.
    mutating func found(_ address: RadioAddress, _ data: AdvertisingData, at now: UInt64) {
        if let name = data.name { names.set(address, name) }
        guard wantsSearch, search != .stopping, !links.contains(where: { $0.address == address }),
            !pauses.lasts(address, at: now), !refusals.waits(address, at: now)
        else { return }
        let name = bonds.bond(with: address)?.name ?? data.name ?? names[address] ?? ""
        for index in ports.indices where isSeeking(index) {
            let isFor =
                ports[index].port.rule == .everybody
                ? data.hasMIDI && !isNamed(address, name) : names(index, address, name)
            if isFor {
                target = (address, index, name)
                return
            }
        }
    }

    // MARK: - Whose port

    /// Whether the rule of a port names a peer. While there are bonds with peers of the rule's name, another peer that
    /// has such a name is not meant (B2).
    func names(_ index: Int, _ address: RadioAddress, _ name: String) -> Bool {
        switch ports[index].port.rule {
        case .everybody: return false
        case .address(let wanted): return wanted == address.address
        case .name(let glob):
            let pattern = Glob(RadioDirector.plain(glob))
            let bonded = bonds.bonds.filter { pattern.matches(RadioDirector.plain($0.name)) }
            if !bonded.isEmpty { return bonded.contains { $0.address == address } }
            return !name.isEmpty && pattern.matches(RadioDirector.plain(name))
        }
    }

    /// Whether any rule names a peer.
    func isNamed(_ address: RadioAddress, _ name: String) -> Bool {
        ports.indices.contains { names($0, address, name) }
    }

    /// A name in the form for comparison (N1): ASCII letters in lower case, and the apostrophe of phones as `'`.
    private static func plain(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "A"..."Z": text.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value | 0x20)))
            case "\u{2018}", "\u{2019}", "\u{02BC}": text.unicodeScalars.append("'")
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The port of a peer that has connected.
    enum Choice: Equatable {
        case port(Int)
        /// Its port has another peer.
        case taken(Int)
        case none
    }

    func choice(_ address: RadioAddress, _ name: String, besides number: Int) -> Choice {
        var taken: Int?
        for index in ports.indices where names(index, address, name) {
            if !links.contains(where: { $0.port == index && $0.number != number }) { return .port(index) }
            taken = taken ?? index
        }
        if let taken { return .taken(taken) }
        return ports.firstIndex { $0.port.rule == .everybody }.map { .port($0) } ?? .none
    }
}
