import BLEMIDI

/// The questions to a peer to which the box has connected (B8; Bluetooth Core, Vol 3, Part F and G): each answer brings
/// the next question.
struct GATTClient {
    enum Step: Equatable {
        case mtu, service, characteristic, descriptors, read, subscribe, ready
    }

    enum Outcome: Equatable {
        /// The PDU was no answer to the question.
        case nothing
        /// The next question is to be sent.
        case ask([UInt8])
        /// The peer refuses the question until the link is encrypted. It is to be asked again then.
        case needsSecurity
        /// The peer has no MIDI service.
        case noMIDI
        case ready
    }

    private(set) var step = Step.mtu
    /// The ATT MTU that the peer has answered; nil: it has refused, or was not asked.
    private(set) var mtu: Int?
    /// The handle of the data characteristic's value.
    private(set) var valueHandle: UInt16 = 0
    /// Whether the characteristic has only writes with response.
    private(set) var writesWithResponse = false
    /// The handles of the service that are still to be searched.
    private var handles: ClosedRange<UInt16> = 1...0xFFFF
    private var lastOfService: UInt16 = 0xFFFF
    /// The handle of the descriptor that turns notifications on; 0: there is none.
    private var configuration: UInt16 = 0

    private static let midiService: [UInt8] = (0..<16).map { AttributeUUID.midiService[$0] }
    private static let midiData: [UInt8] = (0..<16).map { AttributeUUID.midiData[$0] }
    // Assigned numbers of the Bluetooth SIG.
    private static let primaryService: UInt16 = 0x2800
    private static let characteristic: UInt16 = 0x2803
    private static let clientConfiguration: UInt16 = 0x2902
    static let deviceName: UInt16 = 0x2A00
    /// Properties of a characteristic (Part G, 3.3.1.1).
    private static let (writeWithoutResponse, write): (UInt8, UInt8) = (0x04, 0x08)

    /// The question of the present step; empty when ready.
    var question: [UInt8] {
        switch step {
        case .mtu: return GATTClient.pdu(ATT.mtuRequest, [UInt16(BLELimits.offeredMTU)])
        case .service:
            return GATTClient.pdu(ATT.findByTypeValue, [1, 0xFFFF, GATTClient.primaryService]) + GATTClient.midiService
        case .characteristic:
            return GATTClient.pdu(
                ATT.readByType, [handles.lowerBound, handles.upperBound, GATTClient.characteristic])
        case .descriptors: return GATTClient.pdu(ATT.findInformation, [handles.lowerBound, handles.upperBound])
        case .read: return GATTClient.pdu(ATT.read, [valueHandle])
        case .subscribe: return GATTClient.pdu(ATT.write, [configuration, 1])
        case .ready: return []
        }
    }

    /// Asks for the name of a peer (Part C, 12.1).
    static var nameQuestion: [UInt8] { pdu(ATT.readByType, [1, 0xFFFF, deviceName]) }

    /// The name in the answer to `nameQuestion`; empty if the peer has none or refuses, nil if the PDU is another one.
    static func name(in pdu: ArraySlice<UInt8>) -> String? {
        var reader = ByteReader(pdu)
        switch reader.byte() {
        case ATT.readByType + 1:
            guard let size = reader.byte(), size >= 2, reader.word() != nil else { return "" }
            return RadioWords.name(reader.rest.prefix(Int(size) - 2))
        case ATT.errorResponse: return reader.byte() == ATT.readByType ? "" : nil
        default: return nil
        }
    }

    private static func pdu(_ operation: UInt8, _ words: [UInt16]) -> [UInt8] {
        var pdu = [operation]
        for word in words { pdu.append(word: word) }
        return pdu
    }

    // MARK: - Answers

    /// Handles a PDU of the peer, of any content.
    mutating func handle(_ pdu: ArraySlice<UInt8>) -> Outcome {
        guard step != .ready, let asked = question.first, let operation = pdu.first else { return .nothing }
        var reader = ByteReader(pdu.dropFirst())
        if operation == ATT.errorResponse {
            guard reader.byte() == asked, reader.word() != nil, let error = reader.byte() else { return .nothing }
            return refused(error)
        }
        // A response has the number of its request plus 1.
        if operation != asked + 1 { return .nothing }
        switch step {
        case .mtu:
            if let theirs = reader.word() { mtu = Int(theirs) }
            return go(to: .service)
        case .service:
            guard let first = reader.word(), let last = reader.word(), first > 0, first <= last else { return .noMIDI }
            (handles, lastOfService) = (first...last, last)
            return go(to: .characteristic)
        case .characteristic: return readCharacteristics(&reader)
        case .descriptors: return readDescriptors(&reader)
        case .read: return goToSubscription()
        case .subscribe, .ready: return go(to: .ready)
        }
    }

    private mutating func refused(_ error: UInt8) -> Outcome {
        switch error {
        // Authentication, authorization, a longer key, or encryption is missing (Part F, 3.4.1.1).
        case 0x05, 0x08, 0x0C, 0x0F: return .needsSecurity
        default: break
        }
        switch step {
        case .mtu: return go(to: .service)
        case .service, .characteristic: return .noMIDI
        case .descriptors: return go(to: .read)
        case .read: return goToSubscription()
        case .subscribe, .ready: return go(to: .ready)
        }
    }

    private mutating func go(to next: Step) -> Outcome {
        step = next
        return next == .ready ? .ready : .ask(question)
    }

    private mutating func goToSubscription() -> Outcome { go(to: configuration == 0 ? .ready : .subscribe) }

    /// Reads declarations of characteristics: handle, properties, handle of the value, type (Part G, 3.3.1).
    private mutating func readCharacteristics(_ reader: inout ByteReader) -> Outcome {
        guard let size = reader.byte(), size >= 7 else { return .noMIDI }
        var last = handles.lowerBound
        while let item = reader.take(Int(size)) {
            var item = ByteReader(item)
            guard let handle = item.word(), let properties = item.byte(), let value = item.word() else { break }
            if item.rest.elementsEqual(GATTClient.midiData) {
                valueHandle = value
                writesWithResponse =
                    properties & GATTClient.writeWithoutResponse == 0 && properties & GATTClient.write != 0
                return afterCharacteristic()
            }
            last = max(last, handle)
        }
        guard last < lastOfService else { return .noMIDI }
        handles = (last + 1)...lastOfService
        return .ask(question)
    }

    private mutating func afterCharacteristic() -> Outcome {
        guard valueHandle < lastOfService else { return go(to: .read) }
        handles = (valueHandle + 1)...lastOfService
        return go(to: .descriptors)
    }

    /// Reads handles and types of descriptors, up to the next characteristic.
    private mutating func readDescriptors(_ reader: inout ByteReader) -> Outcome {
        guard let format = reader.byte(), format == 1 || format == 2 else { return go(to: .read) }
        var last = handles.lowerBound
        while let handle = reader.word(), let type = reader.take(format == 1 ? 2 : 16) {
            var type = ByteReader(type)
            let short = format == 1 ? type.word() : nil
            if short == GATTClient.clientConfiguration {
                configuration = handle
                return go(to: .read)
            }
            if short == GATTClient.characteristic { return go(to: .read) }
            last = max(last, handle)
        }
        guard last < lastOfService else { return go(to: .read) }
        handles = (last + 1)...lastOfService
        return .ask(question)
    }
}
