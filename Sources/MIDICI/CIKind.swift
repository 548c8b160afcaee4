/// Kinds of MIDI-CI messages: sub-ID 2 of the Universal SysEx (M2-101-UM 1.2).
enum CIKind: UInt8 {
    case profileInquiry = 0x20
    case profileInquiryReply = 0x21
    case setProfileOn = 0x22
    case setProfileOff = 0x23
    case profileEnabled = 0x24
    case profileDisabled = 0x25
    case profileAdded = 0x26
    case profileRemoved = 0x27
    case profileDetails = 0x28
    case profileDetailsReply = 0x29
    case profileData = 0x2F
    case propertyCapabilities = 0x30
    case propertyCapabilitiesReply = 0x31
    case getProperty = 0x34
    case getPropertyReply = 0x35
    case setProperty = 0x36
    case setPropertyReply = 0x37
    case subscription = 0x38
    case subscriptionReply = 0x39
    case notify = 0x3F
    case processCapabilities = 0x40
    case processCapabilitiesReply = 0x41
    case messageReport = 0x42
    case messageReportReply = 0x43
    case messageReportEnd = 0x44
    case discovery = 0x70
    case discoveryReply = 0x71
    case endpoint = 0x72
    case endpointReply = 0x73
    case ack = 0x7D
    case invalidateMUID = 0x7E
    case nak = 0x7F

    /// The format version in which the kind appeared.
    var version: UInt8 {
        switch self {
        case .profileAdded, .profileRemoved, .profileDetails, .profileDetailsReply, .processCapabilities,
            .processCapabilitiesReply, .messageReport, .messageReportReply, .messageReportEnd, .endpoint,
            .endpointReply, .ack:
            2
        default: 1
        }
    }

    /// Whether the kind can be addressed to a channel or a group, and not only to the whole function block.
    var hasAddress: Bool {
        switch self {
        case .profileInquiry, .profileInquiryReply, .setProfileOn, .setProfileOff, .profileEnabled, .profileDisabled,
            .profileAdded, .profileRemoved, .profileDetails, .profileDetailsReply, .profileData, .messageReport,
            .messageReportReply, .messageReportEnd, .ack, .nak:
            true
        default: false
        }
    }

    /// Whether a device answers the kind and counts it in `CILimits.inquiriesPerSecond`. Replies and chunks belong to a
    /// transfer, which has limits of its own.
    var isInquiry: Bool {
        switch self {
        case .profileInquiry, .setProfileOn, .setProfileOff, .profileDetails, .profileData, .propertyCapabilities,
            .getProperty, .processCapabilities, .messageReport, .discovery, .endpoint:
            true
        default: false
        }
    }
}

/// Status codes of a NAK (M2-101-UM 1.2).
enum CINAKStatus: UInt8 {
    case nak = 0x00
    case messageNotSupported = 0x01
    case versionNotSupported = 0x02
    /// The channel, group or function block is not in use.
    case addressNotInUse = 0x03
    case profileNotSupported = 0x04
    case terminate = 0x20
    case chunksOutOfSequence = 0x21
    case retry = 0x40
    case malformed = 0x41
    case timeout = 0x42
    /// The status data are tenths of a second.
    case busy = 0x43
}
