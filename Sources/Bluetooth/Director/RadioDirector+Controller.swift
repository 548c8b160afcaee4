// The controller: start, commands, signs of life, reset (B17).
extension RadioDirector {
    /// Looks for a controller, since all settings are there.
    mutating func start(at now: UInt64) {
        guard stage == .waiting else { return }
        stage = .looking(at: now)
        advance(to: now)
    }

    mutating func enqueue(_ command: ManagementCommand) {
        if !command.isAwaited { return act(.command(command, controller: controller)) }
        // Only the newest of a kind matters, so the queue is bounded whatever peers do while the kernel is slow.
        commands.removeAll { $0.code == command.code }
        commands.append(command)
    }

    mutating func sendCommands(at now: UInt64) {
        guard awaited == nil, !commands.isEmpty else { return }
        let command = commands.removeFirst()
        awaited = (command, now + RadioDirector.time(of: command))
        act(.command(command, controller: controller))
    }

    /// To turn a controller off that is silent must leave time for turning it on (B17).
    private static func time(of command: ManagementCommand) -> UInt64 {
        command == ManagementCommand(.setPowered, false) ? BluetoothLimits.powerOffLimit : BluetoothLimits.commandTime
    }

    /// Called when the time of the controller has come.
    mutating func watchController(at now: UInt64) {
        switch stage {
        case .looking(let at) where at <= now && awaited == nil:
            stage = .looking(at: UInt64.max)
            commands = [ManagementCommand(.readControllers)]
        case .ending(let until) where until <= now || links.isEmpty: powerOff(at: now)
        case .poweringOff(let until) where until <= now: exit()
        case .on(let since):
            if wasReset && now >= since + BluetoothLimits.goodLife { wasReset = false }
            probe(at: now)
        default: break
        }
        if let awaited, awaited.until <= now { fail("the controller does not answer", at: now) }
        if let probeDeadline, probeDeadline <= now { fail("the controller does not answer", at: now) }
    }

    private mutating func probe(at now: UInt64) {
        guard now >= probesAt, probeDeadline == nil else { return }
        probeDeadline = now + BluetoothLimits.probeTime
        probesAt = UInt64.max
        act(.packet(ControllerPacket.probe))
    }

    /// The controller has given a sign of life.
    mutating func isAlive(at now: UInt64) {
        probeDeadline = nil
        if isOn { probesAt = now + BluetoothLimits.probePause }
    }

    /// A controller that stops answering is reset once; then it is missing.
    mutating func fail(_ reason: String, hasGone: Bool = false, at now: UInt64) {
        if case .ending = stage { return exit() }
        if case .poweringOff = stage { return exit() }
        let mayReset = isOn && !wasReset && !hasGone
        close(reason, at: now)
        if mayReset {
            wasReset = true
            tell(.fault("\(reason); it is reset"))
            begin()
        } else {
            miss(reason, at: now)
        }
    }

    private mutating func miss(_ reason: String, at now: UInt64) {
        stage = .looking(at: now + BluetoothLimits.lookPause)
        controller = ManagementCommand.noController
        if !isToldMissing { tell(.radioMissing(reason)) }
        isToldMissing = true
    }

    /// Forgets all that the controller did.
    private mutating func close(_ reason: String, at now: UInt64) {
        for link in links where link.isPlaying { tell(.gone(slot: link.slot ?? 0, reason: reason)) }
        for question in questions { tell(.asked(question.address)) }
        (links, controllerLinks, endedLinks, questions, commands) = ([], [], [], [], [])
        (awaited, target) = (nil, nil)
        (bondable, advertising, search, probeDeadline, probesAt) = (nil, nil, .idle, nil, UInt64.max)
        tell(isAdvertising: false)
        act(.closeRadio)
    }

    /// Sets the controller up. It is off meanwhile, so that no old link lasts (B13).
    private mutating func begin() {
        stage = .starting
        let panel = panel
        commands = [
            ManagementCommand(.setPowered, false), ManagementCommand(.setLowEnergy, true),
            ManagementCommand(.setClassic, false), ManagementCommand(.setBondable, false), .setCapability(panel),
            ManagementCommand(.setSecureConnections, true), .linkDefaults, .setLocalName(name),
            .load(.loadLongTermKeys, bonds.longTermKeys), .load(.loadIdentityKeys, bonds.identityKeys),
            ManagementCommand(.setPowered, true), ManagementCommand(.setConnectable, true),
            ManagementCommand(.readInformation),
        ]
        bondable = false
    }

    // MARK: - Answers

    mutating func answered(
        _ code: ManagementCommand.Code, _ status: UInt8, _ content: ArraySlice<UInt8>, at now: UInt64
    ) {
        guard let command = awaited?.command, command.code == code else { return }
        awaited = nil
        if status == ManagementEvent.invalidController && code != .readControllers {
            return fail("the controller has gone", hasGone: true, at: now)
        }
        switch code {
        case .readControllers: found(controllers: status == 0 ? content : [], at: now)
        case .readInformation: began(status, content, at: now)
        case .setPowered:
            if case .poweringOff = stage { return exit() }
            if status != 0 && stage == .starting { fail("the controller does not start (status \(status))", at: now) }
        case .startDiscovery:
            search = status == 0 ? .running : .idle
            if status != 0 { searchesAt = now + BluetoothLimits.searchPause }
            if status == ManagementEvent.timeout { fail("the controller does not answer", at: now) }
        case .stopDiscovery: search = .idle
        case .loadLongTermKeys, .loadIdentityKeys:
            if status != 0 { tell(.fault("the kernel does not take the keys of paired peers (status \(status))")) }
        case .addAdvertising: tell(isAdvertising: status == 0)
        case .removeAdvertising: tell(isAdvertising: false)
        default: break
        }
    }

    mutating func tell(isAdvertising: Bool) {
        if isAdvertising != toldAdvertising { tell(.advertising(isAdvertising)) }
        toldAdvertising = isAdvertising
    }

    private mutating func found(controllers list: ArraySlice<UInt8>, at now: UInt64) {
        guard case .looking = stage else { return }
        var reader = ByteReader(list)
        guard let count = reader.word(), count > 0, let first = reader.word() else {
            return miss("there is no controller", at: now)
        }
        controller = first
        begin()
    }

    /// The answer to the last command of the start: address, version, maker, supported and present settings.
    private mutating func began(_ status: UInt8, _ content: ArraySlice<UInt8>, at now: UInt64) {
        guard stage == .starting else { return }
        var reader = ByteReader(content)
        guard status == 0, let bytes = reader.take(6), reader.take(7) != nil, let settings = reader.long(),
            settings & ManagementEvent.isPowered != 0
        else { return fail("the controller does not start", at: now) }
        var address = ByteReader(bytes + [1])
        ownAddress = address.address() ?? ownAddress
        stage = .on(since: now)
        (isToldMissing, fastUntil, searchesAt) = (false, now + BluetoothLimits.fastTime, now)
        probesAt = now + BluetoothLimits.probePause
        act(.openRadio(controller: controller))
        tell(.radioOn(ownAddress))
    }

    // MARK: - End

    /// Disconnects all peers and ends the process (B13).
    mutating func end(at now: UInt64) {
        switch stage {
        case .ending, .poweringOff: return
        case .on: break
        case .waiting, .looking, .starting, .over: return exit()
        }
        stage = .ending(until: now + BluetoothLimits.endTime)
        commands = []
        for link in links where link.stage != .connecting {
            act(.command(ManagementCommand(.disconnect, link.address), controller: controller))
        }
        links.removeAll { $0.stage == .connecting }
        if links.isEmpty { powerOff(at: now) }
    }

    /// The kernel would go on advertising without this process.
    private mutating func powerOff(at now: UInt64) {
        stage = .poweringOff(until: now + BluetoothLimits.powerOffTime)
        let command = ManagementCommand(.setPowered, false)
        awaited = (command, UInt64.max)
        act(.command(command, controller: controller))
    }

    private mutating func exit() {
        if stage == .over { return }
        stage = .over
        act(.exit)
    }
}
