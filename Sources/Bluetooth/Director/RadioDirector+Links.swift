import BLEMIDI
import Settings

// Links from their begin until the box plays with the peer (B1, B2, B5, B14).
extension RadioDirector {
    func index(of number: Int) -> Int? { links.firstIndex { $0.number == number } }

    func index(of address: RadioAddress) -> Int? { links.firstIndex { $0.address == address } }

    private func server(isOpen: Bool) -> ATTServer {
        var name = name
        return ATTServer(name: name.withUTF8 { ServerName(UnsafeRawBufferPointer($0)) }, isOpen: isOpen)
    }

    /// The next number of a socket.
    private mutating func number() -> Int {
        nextLink += 1
        return nextLink
    }

    // MARK: - The box connects

    mutating func connect(_ address: RadioAddress, _ port: Int, _ name: String, at now: UInt64) {
        guard links.count < BluetoothLimits.links, index(of: address) == nil else { return }
        var link = RadioLink(
            number: number(), address: address, isCentral: true, stage: .connecting, server: server(isOpen: false))
        (link.port, link.name, link.deadline) = (port, name, now + BluetoothLimits.connectTime)
        link.wasBonded = bonds.index(of: address) != nil
        links.append(link)
        ports[port].problem = nil
        act(.connect(link: link.number, address))
    }

    /// A link is there to which the box has connected.
    mutating func linked(_ number: Int, at now: UInt64) {
        guard let index = index(of: number), links[index].stage == .connecting else { return }
        (links[index].stage, links[index].deadline) = (.asking, now + BluetoothLimits.stepTime)
        links[index].isEncrypted = isEncrypted(links[index].address, isCentral: true)
        links[index].server.isOpen = links[index].isEncrypted
        // Writes without response on a plain link would vanish at a peer that knows the box (B8).
        if links[index].wasBonded && !links[index].isEncrypted { secure(index) } else { ask(index, at: now) }
        settle(at: now)
    }

    /// A link could not be made.
    mutating func failed(_ number: Int, at now: UInt64) {
        guard let index = index(of: number) else { return }
        drop(index, pause: BluetoothLimits.failedPause, at: now)
        settle(at: now)
    }

    private mutating func secure(_ index: Int) {
        links[index].isSecuring = true
        act(.secure(link: links[index].number))
    }

    /// The kernel says that a link is encrypted already.
    mutating func isSecure(_ number: Int, at now: UInt64) {
        guard let index = index(of: number), links[index].isSecuring else { return }
        encrypted(links[index].address, at: now)
        settle(at: now)
    }

    private mutating func ask(_ index: Int, at now: UInt64) {
        links[index].deadline = now + BluetoothLimits.stepTime
        act(.send(link: links[index].number, links[index].client.question))
    }

    // MARK: - Others connect

    /// Gives a peer that has connected a number. Returns nil if it is refused, and the socket is to be closed.
    mutating func accept(_ address: RadioAddress, at now: UInt64) -> Int? {
        guard isOn else { return nil }
        // The controller has stopped advertising.
        advertising = nil
        if let index = index(of: address) {
            // The link whose central has the greater address stays (B1).
            let stays = links[index].isCentral && ownAddress.address.bits > address.address.bits
            if stays || !links[index].isCentral { return nil }
            act(.close(link: links[index].number))
            tellGone(links[index], "the peer has connected itself")
            links.remove(at: index)
        }
        if links.count >= BluetoothLimits.links {
            enqueue(ManagementCommand(.disconnect, address))
            if case .port(let port) = choice(address, knownName(address), besides: -1) {
                setProblem(port, .refused, address, knownName(address), until: now + BluetoothLimits.stepTime)
            }
            settle(at: now)
            return nil
        }
        var link = RadioLink(
            number: number(), address: address, isCentral: false, stage: .waiting, server: server(isOpen: false))
        (link.name, link.wasBonded) = (knownName(address), bonds.index(of: address) != nil)
        link.isEncrypted = isEncrypted(address, isCentral: false)
        link.server.isOpen = link.isEncrypted || !needsEncryption
        if needsEncryption && !link.isEncrypted { link.deadline = now + BluetoothLimits.strangerTime }
        links.append(link)
        if !link.wasBonded { askForName(links.count - 1, at: now) }
        serve(links.count - 1, at: now)
        settle(at: now)
        return link.number
    }

    func knownName(_ address: RadioAddress) -> String {
        bonds.bond(with: address)?.name ?? names[address] ?? ""
    }

    private mutating func askForName(_ index: Int, at now: UInt64) {
        links[index].nameDeadline = now + BluetoothLimits.nameTime
        act(.send(link: links[index].number, GATTClient.nameQuestion))
    }

    /// Lets the box play with a peer that has connected, if nothing is missing (B5).
    mutating func serve(_ index: Int, at now: UInt64) {
        let link = links[index]
        guard link.stage == .waiting, link.isEncrypted || !needsEncryption else { return }
        if link.nameDeadline != nil { return }
        switch choice(link.address, link.name, besides: link.number) {
        case .port(let port):
            links[index].port = port
            play(index, at: now)
        case .taken(let port):
            setProblem(port, .refused, link.address, link.name, until: now + BluetoothLimits.stepTime)
            end(index, at: now)
        case .none:
            // A peer that comes again and again is told of once a minute.
            if !pauses.lasts(link.address, at: now) {
                tell(.fault("\(link.name.isEmpty ? link.address.text : link.name) fits no port"))
                pauses.begin(link.address, until: now + BluetoothLimits.noMIDIPause)
            }
            end(index, at: now)
        }
    }

    // MARK: - Encryption

    /// The controller has encrypted a link.
    mutating func encrypted(_ address: RadioAddress, at now: UInt64) {
        endQuestion(of: address)
        guard let index = index(of: address) else { return }
        links[index].isEncrypted = true
        links[index].server.isOpen = true
        if bonds.use(address) { tellBond(address) }
        switch links[index].stage {
        case .asking:
            // Where the peer has asked for encryption, the present question is still to be answered.
            if links[index].isSecuring { ask(index, at: now) }
            links[index].isSecuring = false
        case .waiting:
            links[index].deadline = UInt64.max
            // The name and the identity of a new peer come now, and some tell their name only now.
            if links[index].wasBonded && !links[index].name.isEmpty {
                links[index].nameDeadline = nil
            } else if links[index].nameDeadline != nil {
                // The first question has no answer yet, and a second one must wait for it.
                links[index].nameDeadline = now + BluetoothLimits.nameTime
            } else {
                askForName(index, at: now)
            }
            serve(index, at: now)
        case .playing: tellPeer(links[index])
        case .connecting: break
        }
    }

    // MARK: - PDUs

    /// Whether PDUs of a link may be read: otherwise they wait for the loop.
    func reads(_ number: Int) -> Bool { index(of: number).map { links[$0].hasSocket } ?? false }

    /// Handles a PDU of a peer, of any content.
    mutating func handle(_ pdu: ArraySlice<UInt8>, from number: Int, at now: UInt64) {
        guard let index = index(of: number), links[index].hasSocket, let operation = pdu.first else { return }
        if links[index].count(at: now) {
            pauses.begin(links[index].address, until: now + BluetoothLimits.noMIDIPause)
            end(index, at: now)
        } else if operation == ATT.indication {
            act(.send(link: number, [ATT.confirmation]))
        } else if ATT.isForClient(operation) {
            hear(answer: pdu, index, at: now)
        } else {
            answer(pdu, index)
        }
        settle(at: now)
    }

    private mutating func answer(_ pdu: ArraySlice<UInt8>, _ index: Int) {
        var answer = [UInt8](repeating: 0, count: BLELimits.offeredMTU)
        var server = links[index].server
        let count = answer.withUnsafeMutableBytes { answer in
            Array(pdu).withUnsafeBytes { pdu in
                _ = server.handle(pdu, into: answer)
                return server.answerCount
            }
        }
        links[index].server = server
        if count > 0 { act(.send(link: links[index].number, Array(answer.prefix(count)))) }
    }

    private mutating func hear(answer pdu: ArraySlice<UInt8>, _ index: Int, at now: UInt64) {
        if links[index].stage == .asking && !links[index].isSecuring {
            return hear(links[index].client.handle(pdu), index, at: now)
        }
        guard links[index].stage == .waiting, links[index].nameDeadline != nil, let name = GATTClient.name(in: pdu)
        else { return }
        if !name.isEmpty {
            links[index].name = name
            names.set(links[index].address, name)
        }
        // The keys of a new peer are waited for, so that the box knows it by its identity.
        if !links[index].isEncrypted || bonds.index(of: links[index].address) != nil { links[index].nameDeadline = nil }
        serve(index, at: now)
    }

    /// Goes on with the client's questions (B8).
    private mutating func hear(_ outcome: GATTClient.Outcome, _ index: Int, at now: UInt64) {
        let link = links[index]
        switch outcome {
        case .nothing: break
        case .ask:
            if let mtu = link.client.mtu { links[index].server.agree(onMTU: mtu) }
            ask(index, at: now)
        case .ready: play(index, at: now)
        case .noMIDI:
            if let port = link.port {
                setProblem(port, .noMIDI, link.address, link.name, until: now + BluetoothLimits.noMIDIPause)
            }
            end(index, pause: BluetoothLimits.noMIDIPause, at: now)
        case .needsSecurity where link.isEncrypted || refusals.waits(link.address, at: now):
            refuse(index, at: now)
        case .needsSecurity:
            links[index].deadline = now + BluetoothLimits.strangerTime
            settleBondable()
            secure(index)
        }
    }

    /// Ends a link whose peer does not let the box play.
    mutating func refuse(_ index: Int, at now: UInt64) {
        let link = links[index]
        if let port = link.port {
            setProblem(port, .refused, link.address, link.name, until: now + BluetoothLimits.refusalTime)
        }
        end(index, pause: BluetoothLimits.failedPause, at: now)
    }
}
