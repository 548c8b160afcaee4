// Events of the kernel and lines of the box, each to the part that it concerns.
extension RadioDirector {
    /// Handles an event of management.
    mutating func handle(_ event: ManagementEvent, from number: UInt16, at now: UInt64) {
        if case .answer(let code, let status, let content) = event {
            answered(code, status, content, at: now)
        } else if event == .controllerAdded {
            if case .looking = stage, awaited == nil { stage = .looking(at: now) }
            watchController(at: now)
        } else if number == controller {
            if isOn || stage == .starting || isEnding { handle(event, at: now) }
        }
        settle(at: now)
    }

    private var isEnding: Bool { if case .ending = stage { true } else { false } }

    /// Handles an event of the box's controller.
    private mutating func handle(_ event: ManagementEvent, at now: UInt64) {
        switch event {
        case .controllerRemoved: fail("the controller has gone", hasGone: true, at: now)
        case .controllerFailed: fail("the controller has failed", at: now)
        case .settings(let settings):
            if isOn && settings & ManagementEvent.isPowered == 0 { fail("the controller was turned off", at: now) }
        case .longTermKey(let isKept, let key): if isKept { keep(key, at: now) }
        case .identityKey(let isKept, let old, let key): keep(key, from: old, isKept: isKept)
        case .connected(let address, let data): connected(address, data, at: now)
        case .disconnected(let address, let reason):
            disconnected(address, reason: reason, at: now)
            if isEnding { watchController(at: now) }
        case .connectFailed(let address, _):
            if let index = index(of: address), links[index].stage == .connecting {
                drop(index, pause: BluetoothLimits.failedPause, at: now)
            }
        case .confirm(let address, let isPermission, let digits):
            confirm(address, isPermission: isPermission, digits: digits, at: now)
        case .type(let address): type(address, at: now)
        case .authenticationFailed(let address, _): pairingFailed(address, at: now)
        case .found(let address, let data): found(address, data, at: now)
        case .discovering(let isOn): hear(discovering: isOn)
        case .show(let address, let digits): show(address, digits: digits, at: now)
        case .answer, .controllerAdded, .unpaired, .other: break
        }
    }

    /// Handles a line of the box.
    mutating func handle(_ order: RadioOrder, at now: UInt64) {
        switch order {
        case .name(let text): name = text
        case .visible(let isOn): isVisible = isOn
        case .fast:
            advertiseFast(at: now)
            shownUntil = fastUntil
        case .pairing(let new): pairing = new
        case .encryption(let isRequired): needsEncryption = isRequired
        case .panel(let new): panel = new
        case .port(let port):
            if ports.count < BluetoothLimits.ports { ports.append(PortStatus(port: port)) }
        case .bond(let record, let name):
            if let bond = PeerBond(record, name: name) { bonds.add(bond) }
        case .start: return start(at: now)
        case .answer(let address, let isYes): return answer(address, isYes, at: now)
        case .forget(let address): return forget(address, at: now)
        case .unlink(let slot): return unlink(slot: slot, at: now)
        case .ping(let number): return tell(.pong(number))
        case .end: return end(at: now)
        }
        settle(at: now)
    }
}
