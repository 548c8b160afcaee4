/// The identity of a device, as in a Discovery (M2-101-UM).
package struct CIIdentity: Equatable, Sendable {
    /// The SysEx id: three bytes of 7 bits, the first in the highest byte. A one-byte id is the first byte.
    package var manufacturer: UInt32
    /// 14 bits.
    package var family: UInt16
    /// 14 bits.
    package var model: UInt16
    /// The revision: four bytes of 7 bits, the first in the highest byte.
    package var revision: UInt32

    package init(manufacturer: UInt32, family: UInt16, model: UInt16, revision: UInt32) {
        (self.manufacturer, self.family, self.model) = (manufacturer & 0x7F_7F7F, family & 0x3FFF, model & 0x3FFF)
        self.revision = revision & 0x7F7F_7F7F
    }

    /// The three bytes of the manufacturer, in wire order.
    package var manufacturerBytes: [UInt8] {
        [UInt8(manufacturer >> 16 & 0x7F), UInt8(manufacturer >> 8 & 0x7F), UInt8(manufacturer & 0x7F)]
    }

    /// The four bytes of the revision, in wire order.
    package var revisionBytes: [UInt8] {
        [
            UInt8(revision >> 24 & 0x7F), UInt8(revision >> 16 & 0x7F), UInt8(revision >> 8 & 0x7F),
            UInt8(revision & 0x7F),
        ]
    }
}

/// The identity and the names that the box reports.
package struct CISettings: Equatable, Sendable {
    package var identity: CIIdentity
    /// The product instance id: at most 42 ASCII characters, the same as that of the UMP endpoint (M2-104-UM). Empty if
    /// the box has none.
    package var productInstance: String
    /// The names in `DeviceInfo`; none may be empty.
    package var manufacturerName: String
    package var familyName: String
    package var modelName: String
    package var versionName: String
    /// The kinds of messages whose last values the box can report.
    package var reports: CIReportKinds

    package init(
        identity: CIIdentity, productInstance: String, manufacturerName: String = "Treadle",
        familyName: String = "Pedalboard", modelName: String = "Treadle", versionName: String,
        reports: CIReportKinds = [.bend, .controllers, .program, .pressure, .notes, .keyPressure]
    ) {
        self.identity = identity
        self.productInstance = productInstance
        (self.manufacturerName, self.familyName, self.modelName) = (manufacturerName, familyName, modelName)
        (self.versionName, self.reports) = (versionName, reports)
    }
}

/// The traits of a port of the box for `CIDevice`.
package struct CIPort: Equatable, Sendable {
    /// Whether the box can send on the port. A port of one direction has no MIDI-CI.
    package var maySend: Bool
    /// Whether the box sends inquiries of its own (U10).
    package var asks: Bool
    /// The longest SysEx that the port can send, in bytes, F0 and F7 included; at least 128.
    package var longest: Int
    /// The number of the function block; 0x7F for none.
    package var functionBlock: UInt8
    /// Whether peers may read and replace the files of the configuration, `StateList` and `State`. Other ports offer
    /// neither of them.
    package var servesState: Bool

    package init(
        maySend: Bool = true, asks: Bool = true, longest: Int = 512, functionBlock: UInt8 = 0x7F,
        servesState: Bool = false
    ) {
        (self.maySend, self.asks, self.longest) = (maySend, asks, max(longest, 128))
        self.servesState = servesState
        self.functionBlock = functionBlock & 0x7F
    }
}
