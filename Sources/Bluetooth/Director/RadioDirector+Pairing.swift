import Settings

// Pairing (B4, B14), and bonds.
extension RadioDirector {
    /// Whether a peer that connects may pair now.
    var mayPair: Bool { pairing != .closed }

    /// The kernel refuses to make bonds unless it is told that it may. Where the box connects it always may, because
    /// naming a peer in the file is consent (B4); others are then refused when the kernel asks.
    mutating func settleBondable() {
        let wanted = mayPair || links.contains { $0.isCentral && !$0.isEncrypted }
        if bondable == wanted { return }
        bondable = wanted
        enqueue(ManagementCommand(.setBondable, wanted))
    }

    /// A peer waits for yes or no; with `isPermission` it has no means to compare digits.
    mutating func confirm(_ address: RadioAddress, isPermission: Bool, digits: UInt32, at now: UInt64) {
        // The kernel has digits too for a peer without a display that wants to be safe from others in the middle.
        let canCompare = controllerLinks.first { $0.identity == address }?.canCompare ?? true
        let isPermission = isPermission || !canCompare
        guard let consents = consents(to: address, at: now) else { return refusePairing(address, .refuse, at: now) }
        let asks = panel == .menu && !(isPermission && consents)
        if !asks { return enqueue(ManagementCommand(.confirm, address)) }
        question(address, isShown: false, at: now)
        tell(.ask(address, digits: isPermission ? nil : digits, name: nameToShow(address)))
    }

    /// A peer wants digits to be typed at the box, which has no keys for that.
    mutating func type(_ address: RadioAddress, at now: UInt64) { refusePairing(address, .refuseToType, at: now) }

    /// Shows the digits that a peer types.
    mutating func show(_ address: RadioAddress, digits: UInt32, at now: UInt64) {
        // The kernel tells the digits again with each one that was typed.
        if questions.contains(where: { $0.address == address && $0.isShown }) { return }
        if consents(to: address, at: now) == nil {
            // There is no question to say no to.
            refusePairing(address, nil, at: now)
            enqueue(ManagementCommand(.disconnect, address))
            return
        }
        question(address, isShown: true, at: now)
        tell(.show(address, digits: digits))
    }

    /// Whether a pairing goes on: true if the box has connected to that peer, whose naming is consent, false if the
    /// player must be asked; nil if it is refused.
    private func consents(to address: RadioAddress, at now: UInt64) -> Bool? {
        if refusals.waits(address, at: now) { return nil }
        if let index = index(of: address), links[index].isCentral { return true }
        return mayPair ? false : nil
    }

    private mutating func question(_ address: RadioAddress, isShown: Bool, at now: UInt64) {
        questions.removeAll { $0.address == address }
        let until = now + BluetoothLimits.questionTime
        questions.append(PairingQuestion(address: address, isShown: isShown, deadline: until))
    }

    private func nameToShow(_ address: RadioAddress) -> String {
        let name = index(of: address).map { links[$0].name } ?? knownName(address)
        return name.isEmpty ? address.address.text : name
    }

    /// Says no to the kernel, and `NO PAIR` if the player has not allowed any pairing.
    private mutating func refusePairing(_ address: RadioAddress, _ code: ManagementCommand.Code?, at now: UInt64) {
        let waits = refusals.waits(address, at: now)
        if let code { enqueue(ManagementCommand(code, address)) }
        if let index = index(of: address) { links[index].isRefusing = true }
        if waits { return }
        if !mayPair { tell(.noPair(address, name: nameToShow(address))) }
        refusals.count(address, at: now)
    }

    /// The player has answered.
    mutating func answer(_ address: RadioAddress, _ isYes: Bool, at now: UInt64) {
        guard questions.contains(where: { $0.address == address && !$0.isShown }) else { return }
        endQuestion(of: address)
        enqueue(ManagementCommand(isYes ? .confirm : .refuse, address))
        if !isYes { count(refusal: address, at: now) }
        settle(at: now)
    }

    private mutating func count(refusal address: RadioAddress, at now: UInt64) {
        refusals.count(address, at: now)
        if let index = index(of: address) { links[index].isRefusing = true }
    }

    /// The player has not answered, and the box has not either.
    mutating func expire(_ question: PairingQuestion, at now: UInt64) {
        endQuestion(of: question.address)
        if question.isShown { return }
        enqueue(ManagementCommand(.refuse, question.address))
        count(refusal: question.address, at: now)
    }

    mutating func endQuestion(of address: RadioAddress) {
        if !questions.contains(where: { $0.address == address }) { return }
        questions.removeAll { $0.address == address }
        tell(.asked(address))
    }

    /// A pairing has failed: one side has said no, or the keys do not fit.
    mutating func pairingFailed(_ address: RadioAddress, at now: UInt64) {
        let wasAsked = questions.contains { $0.address == address }
        endQuestion(of: address)
        guard let index = index(of: address) else { return }
        let wasRefused = links[index].isRefusing
        links[index].isRefusing = false
        if !wasRefused && !refusals.waits(address, at: now) {
            // The kernel has refused by itself, because bonds are not made now.
            let isClosed = !wasAsked && !mayPair && !links[index].isCentral && !links[index].isEncrypted
            if isClosed { tell(.noPair(address, name: nameToShow(address))) }
            refusals.count(address, at: now)
        }
        if links[index].stage == .asking {
            if links[index].isSecuring && links[index].wasBonded { forgetLost(address) }
            refuse(index, at: now)
        }
    }

    // MARK: - Bonds

    mutating func tellBond(_ address: RadioAddress) {
        guard let bond = bonds.bond(with: address) else { return }
        tell(.bond(bond.record, name: bond.name))
    }

    /// Changes a bond, and removes the one that has to go for it.
    private mutating func change(_ address: RadioAddress, _ body: (inout PeerBond) -> Void) {
        let isNew = bonds.index(of: address) == nil
        let name = index(of: address).map { links[$0].name } ?? names[address] ?? ""
        let isCentral = index(of: address).map { links[$0].isCentral } ?? false
        let (_, gone) = bonds.change(address) { bond in
            body(&bond)
            if isNew { (bond.name, bond.wasCentral) = (name, isCentral) }
        }
        if let gone {
            enqueue(ManagementCommand(.unpair, gone, [1]))
            tell(.bondGone(gone))
        }
        tellBond(address)
    }

    mutating func keep(_ key: LongTermKey, at now: UInt64) {
        change(key.address) { $0.add(key) }
        // The box may have waited for the keys of a peer that it knows by its identity now.
        guard let index = index(of: key.address), links[index].stage == .waiting, links[index].isEncrypted,
            !links[index].name.isEmpty
        else { return }
        links[index].nameDeadline = nil
        serve(index, at: now)
    }

    /// A peer has told its identity. All that is known of its private address is now that of its identity.
    mutating func keep(_ key: IdentityKey, from old: RadioAddress, isKept: Bool) {
        for index in links.indices where links[index].address == old {
            links[index].address = key.address
            tellPeer(links[index])
        }
        for index in controllerLinks.indices where controllerLinks[index].identity == old {
            controllerLinks[index].identity = key.address
        }
        for index in questions.indices where questions[index].address == old {
            // The box knows the question by the old address.
            tell(.asked(old))
            questions[index].address = key.address
        }
        refusals.rename(old, key.address)
        if let name = names[old] { names.set(key.address, name) }
        if isKept { change(key.address) { $0.identity = key } }
    }

    /// Removes the bond with a peer, or all, and ends their links.
    mutating func forget(_ address: RadioAddress?, at now: UInt64) {
        for bond in bonds.bonds where address == nil || bond.address == address {
            if isOn { enqueue(ManagementCommand(.unpair, bond.address, [1])) }
            tell(.bondGone(bond.address))
            bonds.remove(bond.address)
            if let index = index(of: bond.address) { drop(index, at: now) }
        }
        settle(at: now)
    }

    /// A peer has lost its bond, so it is a new peer (B4).
    mutating func forgetLost(_ address: RadioAddress) {
        if bonds.index(of: address) == nil { return }
        enqueue(ManagementCommand(.unpair, address, [1]))
        bonds.remove(address)
        tell(.bondGone(address))
    }
}
