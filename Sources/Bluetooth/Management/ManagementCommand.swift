/// A command of the kernel's Bluetooth management (BlueZ, doc/mgmt.rst).
struct ManagementCommand: Equatable {
    /// The number of a command.
    struct Code: Equatable {
        var number: UInt16
    }

    var code: Code
    var parameters: [UInt8]

    init(_ code: Code, _ parameters: [UInt8] = []) { (self.code, self.parameters) = (code, parameters) }

    init(_ code: Code, _ isOn: Bool) { self.init(code, [isOn ? 1 : 0]) }

    init(_ code: Code, _ address: RadioAddress, _ more: [UInt8] = []) { self.init(code, address.bytes + more) }

    /// The number of no controller, in commands that concern none.
    static let noController: UInt16 = 0xFFFF

    /// The bytes for the kernel.
    ///
    /// - Parameter controller: the number of the controller.
    func bytes(for controller: UInt16) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(word: code.number)
        bytes.append(word: code == .readControllers ? ManagementCommand.noController : controller)
        bytes.append(word: UInt16(parameters.count))
        return bytes + parameters
    }

    /// Whether the next command waits for the answer. A disconnection may take as long as the peer's supervision
    /// timeout, and the kernel answers it at its end only.
    var isAwaited: Bool {
        switch code {
        case .disconnect, .unpair, .confirm, .refuse, .refuseToType: false
        default: true
        }
    }
}

extension ManagementCommand.Code {
    static let readControllers = Self(number: 0x03)
    static let readInformation = Self(number: 0x04)
    static let setPowered = Self(number: 0x05)
    static let setConnectable = Self(number: 0x07)
    static let setBondable = Self(number: 0x09)
    static let setLowEnergy = Self(number: 0x0D)
    static let setLocalName = Self(number: 0x0F)
    static let loadLongTermKeys = Self(number: 0x13)
    static let disconnect = Self(number: 0x14)
    static let setCapability = Self(number: 0x18)
    static let unpair = Self(number: 0x1B)
    static let confirm = Self(number: 0x1C)
    static let refuse = Self(number: 0x1D)
    static let refuseToType = Self(number: 0x1F)
    static let startDiscovery = Self(number: 0x23)
    static let stopDiscovery = Self(number: 0x24)
    static let setClassic = Self(number: 0x2A)
    static let setSecureConnections = Self(number: 0x2D)
    static let loadIdentityKeys = Self(number: 0x30)
    static let addAdvertising = Self(number: 0x3E)
    static let removeAdvertising = Self(number: 0x3F)
    static let setDefaults = Self(number: 0x4C)
}

// MARK: - Commands with more than a flag

extension ManagementCommand {
    /// What the box can do when it pairs (Bluetooth Core, Vol 3, Part H, 2.3.2).
    static func setCapability(_ panel: RadioPanel) -> ManagementCommand {
        let capability: UInt8 =
            switch panel {
            case .display: 0
            case .menu: 1
            case .none: 3
            }
        return ManagementCommand(.setCapability, [capability])
    }

    /// The name, at most 248 bytes, and no short name.
    static func setLocalName(_ name: String) -> ManagementCommand {
        let bytes = Array(name.utf8.prefix(248))
        return ManagementCommand(.setLocalName, bytes + [UInt8](repeating: 0, count: 260 - bytes.count))
    }

    /// Searches for devices of Low Energy with any type of address.
    static func discovery(_ code: Code) -> ManagementCommand { ManagementCommand(code, [0x06]) }

    /// Loads records of keys that the kernel has reported; they replace all that it has.
    static func load(_ code: Code, _ records: [[UInt8]]) -> ManagementCommand {
        var parameters: [UInt8] = []
        parameters.append(word: UInt16(records.count))
        for record in records { parameters += record }
        return ManagementCommand(code, parameters)
    }

    /// Sets the intervals of links (B6): by its own defaults the kernel would ask for 30 to 50 ms.
    static var linkDefaults: ManagementCommand {
        defaults([
            (0x17, BluetoothLimits.interval.lowerBound), (0x18, BluetoothLimits.interval.upperBound), (0x19, 0),
            (0x1A, BluetoothLimits.supervisionTimeout),
        ])
    }

    /// Sets the intervals of the advertisements that are added from now on (B3).
    static func advertisingDefaults(_ interval: ClosedRange<UInt16>) -> ManagementCommand {
        defaults([(0x0A, interval.lowerBound), (0x0B, interval.upperBound)])
    }

    private static func defaults(_ values: [(type: UInt16, value: UInt16)]) -> ManagementCommand {
        var parameters: [UInt8] = []
        for (type, value) in values {
            parameters.append(word: type)
            parameters.append(2)
            parameters.append(word: value)
        }
        return ManagementCommand(.setDefaults, parameters)
    }

    /// The one advertisement of the box.
    private static let advertisement: UInt8 = 1

    /// Adds the advertisement, connectable and general discoverable, or replaces it (B3).
    static func addAdvertising(name: String) -> ManagementCommand {
        let data = AdvertisingData.service
        let response = AdvertisingData.response(name: name)
        // Connectable, general discoverable, with flags that the kernel makes; no duration, no timeout.
        var parameters: [UInt8] = [advertisement, 0x0B, 0, 0, 0, 0, 0, 0, 0]
        parameters += [UInt8(data.count), UInt8(response.count)]
        return ManagementCommand(.addAdvertising, parameters + data + response)
    }

    static var removeAdvertising: ManagementCommand { ManagementCommand(.removeAdvertising, [advertisement]) }
}
