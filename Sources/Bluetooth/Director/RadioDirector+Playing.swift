import BLEMIDI

// Links that the box plays with, and the ends of links (B6, B13).
extension RadioDirector {
    /// Hands a link over to the box.
    mutating func play(_ index: Int, at now: UInt64) {
        let link = links[index]
        let taken = links.compactMap { $0.slot }
        guard let port = link.port, let slot = (0..<BluetoothLimits.links).first(where: { !taken.contains($0) }) else {
            return end(index, at: now)
        }
        (links[index].stage, links[index].deadline, links[index].nameDeadline) = (.playing(slot: slot), UInt64.max, nil)
        ports[port].problem = nil
        keep(link)
        let line = LinkedLine(
            slot: slot, port: ports[port].port.index, address: link.address, isCentral: link.isCentral,
            mtu: link.server.mtu, valueHandle: link.isCentral ? link.client.valueHandle : 0,
            writesWithResponse: link.client.writesWithResponse, isEncrypted: link.isEncrypted,
            isSubscribed: link.isCentral || link.server.notifies, interval: interval(of: link), name: link.name)
        act(.handOver(link: link.number, line))
    }

    /// Keeps name and role of a peer that has paired.
    private mutating func keep(_ link: RadioLink) {
        guard let bond = bonds.bond(with: link.address) else { return }
        let hasNewName = !link.name.isEmpty && link.name != bond.name
        if !hasNewName && bond.wasCentral == link.isCentral { return }
        _ = bonds.change(link.address) {
            if hasNewName { $0.name = link.name }
            $0.wasCentral = link.isCentral
        }
        tellBond(link.address)
    }

    /// The box could not take a link, or ends it.
    mutating func unlink(slot: Int, at now: UInt64) {
        guard let link = links.first(where: { $0.slot == slot }), let index = index(of: link.number) else { return }
        enqueue(ManagementCommand(.disconnect, link.address))
        // The kernel may take as long as the peer's supervision timeout. The box need not wait for that.
        drop(index, at: now)
        settle(at: now)
    }

    // MARK: - Ends

    /// The kernel has told the end of a link.
    mutating func disconnected(_ address: RadioAddress, reason: UInt8, at now: UInt64) {
        advertiseFast(at: now)
        let ended = takeEnded(address)
        // The raw socket may have lost the controller's word.
        if ended == nil { controllerLinks.removeAll { $0.identity == address } }
        guard let index = index(of: address) else { return endQuestion(of: address) }
        let link = links[index]
        // Of two links to a peer the other one may have ended (B1).
        if let ended, ended.isCentral != link.isCentral || link.stage == .connecting { return }
        endQuestion(of: address)
        if reason == ManagementEvent.authenticationFailure && link.isSecuring && link.wasBonded { forgetLost(address) }
        let isEarly = link.isCentral && !link.isPlaying
        drop(index, pause: isEarly ? BluetoothLimits.failedPause : 0, words(forReason: reason), at: now)
    }

    /// The link to a peer of whose end the controller has told before management does.
    private mutating func takeEnded(_ address: RadioAddress) -> ControllerLink? {
        guard let index = endedLinks.firstIndex(where: { $0.identity == address }) else { return nil }
        return endedLinks.remove(at: index)
    }

    private func words(forReason number: UInt8) -> String {
        switch number {
        case 1: "out of reach"
        case 2: "ended by the box"
        case 3: "ended by the peer"
        case ManagementEvent.authenticationFailure: "the keys do not fit"
        default: "the link has ended"
        }
    }

    /// The socket of a link tells its end.
    mutating func hungUp(_ number: Int, at now: UInt64) {
        guard let index = index(of: number) else { return }
        drop(index, pause: links[index].isCentral ? BluetoothLimits.failedPause : 0, at: now)
        settle(at: now)
    }

    /// Disconnects a peer.
    mutating func end(_ index: Int, pause: UInt64 = 0, at now: UInt64) {
        if links[index].stage != .connecting { enqueue(ManagementCommand(.disconnect, links[index].address)) }
        drop(index, pause: pause, at: now)
    }

    /// Forgets a link, and closes its socket.
    mutating func drop(_ index: Int, pause: UInt64 = 0, _ reason: String = "", at now: UInt64) {
        let link = links.remove(at: index)
        endQuestion(of: link.address)
        if link.hasSocket { act(.close(link: link.number)) }
        if pause > 0 { pauses.begin(link.address, until: now + pause) }
        tellGone(link, reason)
    }

    mutating func tellGone(_ link: RadioLink, _ reason: String) {
        if let slot = link.slot { tell(.gone(slot: slot, reason: reason)) }
    }

    /// Tells what a pairing has changed at a link that plays.
    mutating func tellPeer(_ link: RadioLink) {
        guard let slot = link.slot else { return }
        tell(.peer(slot: slot, link.address, isEncrypted: link.isEncrypted))
    }

    /// Ends what has taken too long.
    mutating func watchLinks(at now: UInt64) {
        for link in links {
            if link.nameDeadline ?? UInt64.max <= now, let index = index(of: link.number) {
                links[index].nameDeadline = nil
                serve(index, at: now)
            }
            guard link.deadline <= now, let index = index(of: link.number), links[index].deadline <= now else {
                continue
            }
            if questions.contains(where: { $0.address == link.address }) {
                // The player is being asked, for a time of its own.
                links[index].deadline = now + BluetoothLimits.stepTime
            } else if link.stage == .connecting {
                drop(index, pause: BluetoothLimits.failedPause, at: now)
            } else {
                end(index, pause: link.isCentral ? BluetoothLimits.failedPause : 0, at: now)
            }
        }
    }

    // MARK: - What the controller knows

    /// Handles an event of the controller.
    mutating func handle(_ event: ControllerEvent, at now: UInt64) {
        if event != .other { isAlive(at: now) }
        switch event {
        case .connected(let handle, let isCentral, let address, let interval):
            controllerLinks.removeAll { $0.handle == handle }
            if controllerLinks.count >= 2 * BluetoothLimits.links { controllerLinks.removeFirst() }
            var link = ControllerLink(handle: handle, isCentral: isCentral, address: address, interval: interval)
            link.set(interval: interval, at: now)
            controllerLinks.append(link)
        case .disconnected(let handle):
            guard let index = controllerLinks.firstIndex(where: { $0.handle == handle }) else { return }
            if endedLinks.count >= 2 * BluetoothLimits.links { endedLinks.removeFirst() }
            endedLinks.append(controllerLinks.remove(at: index))
        case .interval(let handle, let interval):
            guard let index = controllerLinks.firstIndex(where: { $0.handle == handle }) else { return }
            controllerLinks[index].set(interval: interval, at: now)
            let known = controllerLinks[index]
            if let address = known.identity, let slot = links.first(where: { $0.address == address })?.slot {
                tell(.interval(slot: slot, known.microseconds))
            }
        case .encryption(let handle, let isOn):
            guard let index = controllerLinks.firstIndex(where: { $0.handle == handle }) else { return }
            let isNew = isOn && !controllerLinks[index].isEncrypted
            controllerLinks[index].isEncrypted = isOn
            if isNew { encrypted(controllerLinks[index], at: now) }
        case .capability(let handle, let isCentrals, let capability):
            // Both sides are seen: the peer is the other one. 1 and 4 are a display with yes and no, or with keys.
            for index in controllerLinks.indices
            where controllerLinks[index].handle == handle && controllerLinks[index].isCentral != isCentrals {
                controllerLinks[index].canCompare = capability == 1 || capability == 4
            }
        case .alive, .other: break
        }
        settle(at: now)
    }

    /// Management has told by which address it knows a peer. The controller's event was just before.
    mutating func connected(_ address: RadioAddress, _ data: AdvertisingData, at now: UInt64) {
        if let name = data.name { names.set(address, name) }
        let unknown = controllerLinks.indices.filter { controllerLinks[$0].identity == nil }
        guard let index = unknown.last(where: { controllerLinks[$0].address == address }) ?? unknown.last else {
            return
        }
        controllerLinks[index].identity = address
        if controllerLinks[index].isEncrypted { encrypted(controllerLinks[index], at: now) }
        let known = controllerLinks[index]
        if let slot = links.first(where: { $0.address == address })?.slot {
            tell(.interval(slot: slot, known.microseconds))
        }
    }

    /// What the controller knows of a link. A peer may have one in each role for a moment (B1).
    private func controllerLink(of address: RadioAddress, isCentral: Bool) -> ControllerLink? {
        controllerLinks.first { $0.identity == address && $0.isCentral == isCentral }
    }

    /// Takes the encryption of a link, unless another link to its peer is the one that counts.
    private mutating func encrypted(_ known: ControllerLink, at now: UInt64) {
        guard let address = known.identity else { return }
        let isCentral = index(of: address).map { links[$0].isCentral } ?? known.isCentral
        if isCentral == known.isCentral { encrypted(address, at: now) }
    }

    func isEncrypted(_ address: RadioAddress, isCentral: Bool) -> Bool {
        controllerLink(of: address, isCentral: isCentral)?.isEncrypted ?? false
    }

    /// Microseconds between two connection events; 0: not known.
    func interval(of link: RadioLink) -> UInt32 {
        controllerLink(of: link.address, isCentral: link.isCentral)?.microseconds ?? 0
    }

    /// Asks for a shorter interval where there is a longer one (B6). The kernel itself asks when a peer has connected.
    mutating func askForIntervals(at now: UInt64) {
        for index in controllerLinks.indices where controllerLinks[index].asksAt ?? UInt64.max <= now {
            (controllerLinks[index].asksAt, controllerLinks[index].hasAsked) = (nil, true)
            let handle = controllerLinks[index].handle
            let isCentral = controllerLinks[index].isCentral
            act(.packet(isCentral ? ControllerPacket.update(handle: handle) : ControllerPacket.request(handle: handle)))
        }
    }
}
