/// A request of a peer that only the owner of `CIDevice` can fulfil. The owner answers with `CIDevice.answer`, at once
/// or later.
package struct CIRequest: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        /// Load the preset of this number. Answered with `done` or `refused`.
        case loadPreset(Int)
        /// Set variables of the box (V5). Answered with `done` or `refused`.
        case setVariables([VariableValue])
        /// Read a saved configuration. Answered with `text` or `refused`.
        case readState(id: String)
        /// Load a saved configuration: the one with this id or, if there is a text, that text under this id. Answered
        /// with `done` or `refused`.
        case loadState(id: String, text: String?)
        /// List the messages that the box last sent on a port: of one channel, 0...15, or of all. With `onlyChanged`,
        /// values that a device has after power-up may be left out. Answered with `messages` or `refused`.
        case report(port: Int, channel: UInt8?, CIReportKinds, onlyChanged: Bool)
    }

    package struct VariableValue: Equatable, Sendable {
        package var name: String
        package var value: Int
    }

    /// Identifies the request in the answer.
    package let token: UInt32
    package let action: Action
}

/// The answer of the box to a `CIRequest`.
package enum CIAnswer: Equatable, Sendable {
    case done
    case text(String)
    /// MIDI 1.0 messages with full status bytes.
    case messages([[UInt8]])
    /// A status of M2-103-UM, such as 404, and a text for the user.
    case refused(status: Int, String)
}

/// What happened to a peer.
package struct CINotice: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case found
        /// The peer's names, capabilities or identity have changed.
        case changed
        case gone
        /// The peer's `ProgramList` has arrived whole.
        case programs
    }

    package let kind: Kind
    package let port: Int
    package let muid: MUID
}

/// A whole MIDI 1.0 message to send on a port: a MIDI-CI message, F0 to F7, or a channel message of a report.
package struct CIOutput: Equatable, Sendable {
    package var port: Int
    package var bytes: [UInt8]
}

/// Counts of messages that were dropped, refused or lost, by reason.
package struct CICounters: Equatable, Sendable {
    /// Inquiries above `CILimits.inquiriesPerSecond`.
    package var droppedInquiries: UInt64 = 0
    /// Messages to send above `CILimits.outputs`.
    package var droppedOutputs: UInt64 = 0
    /// Devices above `CILimits.peers`.
    package var unlistedPeers: UInt64 = 0
    /// Received messages that were cut, malformed, or of another version (U11).
    package var malformed: UInt64 = 0
    /// Received messages to a MUID that is not the port's, or from a reserved MUID (U11).
    package var wrongMUIDs: UInt64 = 0
    /// Messages of the box that returned to it.
    package var echoes: UInt64 = 0
    /// Collisions with another device's MUID.
    package var collisions: UInt64 = 0
    package var sentNAKs: UInt64 = 0

    package init() {}
}
