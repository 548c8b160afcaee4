// Received messages: checked here (U11), then passed on by kind.
extension CIDevice {
    /// A received message that is being handled.
    struct Incoming {
        /// The port, as an index of `ports`.
        var port: Int
        var header: CIHeader
        var kind: CIKind
        var message: [UInt8]
        var now: UInt64

        var fields: CIFields { CIFields(message) }
        /// The format version of an answer.
        var version: UInt8 { min(header.version, CIHeader.newest) }
    }

    /// Handles a SysEx message, F0 to F7, that arrived on a port. Ignores messages that are not MIDI-CI.
    package mutating func receive(_ message: [UInt8], on port: Int, at now: UInt64) {
        guard CIHeader.begins(message), let index = index(of: port) else { return }
        guard let header = CIHeader(message) else {
            // The sender is not known, so nothing is answered.
            counters.malformed += 1
            return
        }
        guard header.destination == .broadcast || header.destination == ports[index].muid else {
            counters.wrongMUIDs += 1
            return
        }
        let isInvalidate = header.kind == CIKind.invalidateMUID.rawValue
        guard header.source.isUsable || isInvalidate else {
            counters.wrongMUIDs += 1
            return
        }
        guard let incoming = checked(header, message, on: index, at: now) else { return }
        if header.source == ports[index].muid && !isInvalidate {
            hearOwnMUID(incoming)
            return
        }
        guard admits(incoming) else { return }
        if let peer = peerIndex(header.source, on: index) { peers[peer].heard = now }
        dispatch(incoming)
    }

    /// Checks version, kind, address and length. Answers an invalid message with NAK, unless it is addressed to all
    /// devices, because then all would answer.
    private mutating func checked(_ header: CIHeader, _ message: [UInt8], on port: Int, at now: UInt64) -> Incoming? {
        let status: CINAKStatus
        // Later versions only add fields at the end (M2-101-UM). The upper bits of the version byte are reserved.
        if header.version == 0 || header.version > 0x0F {
            status = .versionNotSupported
        } else if let kind = CIKind(rawValue: header.kind), kind.version <= header.version {
            let isBlock = header.address == CIHeader.wholeBlock
            let isPart = header.address < 16 || header.address == CIHeader.wholeGroup
            if !isBlock && !(isPart && kind.hasAddress) {
                status = .addressNotInUse
            } else if message.count > CILimits.receivedBytes {
                status = .malformed
            } else {
                return Incoming(port: port, header: header, kind: kind, message: message, now: now)
            }
        } else {
            status = .messageNotSupported
        }
        counters.malformed += 1
        if header.destination == ports[port].muid && header.source != ports[port].muid {
            sendNAK(status, to: header, on: port)
        }
        return nil
    }

    /// Whether the port may handle another inquiry in this second.
    private mutating func admits(_ incoming: Incoming) -> Bool {
        guard incoming.kind.isInquiry else { return true }
        let second = incoming.now / 1_000_000_000
        if ports[incoming.port].second != second {
            (ports[incoming.port].second, ports[incoming.port].inquiries) = (second, 0)
        }
        if ports[incoming.port].inquiries >= CILimits.inquiriesPerSecond {
            counters.droppedInquiries += 1
            return false
        }
        ports[incoming.port].inquiries += 1
        return true
    }

    private mutating func dispatch(_ incoming: Incoming) {
        switch incoming.kind {
        case .discovery: hearDiscovery(incoming)
        case .discoveryReply: hearDiscoveryReply(incoming)
        case .endpoint: hearEndpoint(incoming)
        case .invalidateMUID: hearInvalidate(incoming)
        case .profileInquiry: answerProfileInquiry(incoming)
        case .setProfileOn, .setProfileOff, .profileDetails, .profileData:
            sendNAK(.profileNotSupported, to: incoming.header, on: incoming.port)
        case .propertyCapabilities: answerCapabilities(incoming)
        case .propertyCapabilitiesReply: hearCapabilitiesReply(incoming)
        case .getProperty, .getPropertyReply, .setProperty, .setPropertyReply, .subscription, .subscriptionReply,
            .notify:
            hearProperty(incoming)
        case .processCapabilities: answerProcessCapabilities(incoming)
        case .messageReport: answerReport(incoming)
        case .endpointReply: hearEndpointReply(incoming)
        case .nak: hearNAK(incoming)
        case .ack: hearACK(incoming)
        // The box asks for neither profiles nor reports.
        case .profileInquiryReply, .profileEnabled, .profileDisabled, .profileAdded, .profileRemoved,
            .profileDetailsReply, .processCapabilitiesReply, .messageReportReply, .messageReportEnd:
            break
        }
    }

    /// Answers a malformed message with NAK.
    mutating func refuse(_ incoming: Incoming) {
        counters.malformed += 1
        sendNAK(.malformed, to: incoming.header, on: incoming.port)
    }

    /// Sends NAK. Never answers a NAK or an ACK.
    ///
    /// - Parameters:
    ///   - data: the data of the status, such as tenths of a second.
    ///   - request: the id of the Property Exchange request to which the NAK belongs; 0 for none.
    mutating func sendNAK(
        _ status: CINAKStatus, to header: CIHeader, on port: Int, data: UInt8 = 0, request: UInt8 = 0
    ) {
        let isReply = header.kind == CIKind.nak.rawValue || header.kind == CIKind.ack.rawValue
        guard !isReply, header.source.isUsable else { return }
        let version = header.version == 1 ? UInt8(1) : CIHeader.newest
        var writer = CIWriter(
            .nak, address: header.address, version: version, from: ports[port].muid, to: header.source)
        if version > 1 {
            writer.append([header.kind, status.rawValue, data, request, 0, 0, 0, 0])
            writer.number(0, 2)
        }
        counters.sentNAKs += 1
        send(writer.finished, on: port)
    }

    /// Answers that the box has no profiles, neither enabled nor disabled ones.
    private mutating func answerProfileInquiry(_ incoming: Incoming) {
        var writer = CIWriter(
            .profileInquiryReply, address: incoming.header.address, version: incoming.version,
            from: ports[incoming.port].muid, to: incoming.header.source)
        writer.number(0, 2)
        writer.number(0, 2)
        send(writer.finished, on: incoming.port)
    }
}
