/// The values of the box that its resources contain (U9). The owner of `CIDevice` keeps them up to date.
public struct CIContent: Equatable, Sendable {
    public struct Preset: Equatable, Sendable {
        /// The number, 0...16383: the program is `number % 128`, the bank LSB `number / 128`.
        public var number: Int
        public var title: String

        public init(number: Int, title: String) { (self.number, self.title) = (number, title) }
    }

    /// A saved configuration.
    public struct State: Equatable, Sendable {
        /// The id: at most 36 characters, unique.
        public var id: String
        public var title: String
        /// A value that changes when the text changes; empty if unknown.
        public var revision: String

        public init(id: String, title: String, revision: String = "") {
            (self.id, self.title, self.revision) = (id, title, revision)
        }
    }

    public struct Counter: Equatable, Sendable {
        public var name: String
        public var value: UInt64

        public init(name: String, value: UInt64) { (self.name, self.value) = (name, value) }
    }

    public var presets: [Preset] = []
    /// The number of the running preset.
    public var running: Int?
    /// The tempo in hundredths of a beat per minute; 0 for none.
    public var tempo: Int = 0
    public var heldNotes: Int = 0
    public var counters: [Counter] = []
    public var states: [State] = []

    public init() {}
}

/// Resources of the box (M2-103-UM, M2-105-UM, M2-112-UM).
public enum CIResource: UInt8, Sendable, CaseIterable {
    case resourceList, deviceInfo, channelList, programList, stateList, state, status

    public var name: String {
        switch self {
        case .resourceList: "ResourceList"
        case .deviceInfo: "DeviceInfo"
        case .channelList: "ChannelList"
        case .programList: "ProgramList"
        case .stateList: "StateList"
        case .state: "State"
        case .status: "X-Treadle-Status"
        }
    }

    var isList: Bool {
        switch self {
        case .resourceList, .channelList, .programList, .stateList: true
        case .deviceInfo, .state, .status: false
        }
    }

    /// Whether the resource reads or replaces the files of the configuration.
    var isOfConfiguration: Bool {
        switch self {
        case .stateList, .state: true
        case .resourceList, .deviceInfo, .channelList, .programList, .status: false
        }
    }

    /// Whether a peer can subscribe to changes.
    var canSubscribe: Bool {
        switch self {
        case .channelList, .programList, .stateList, .status: true
        case .resourceList, .deviceInfo, .state: false
        }
    }
}
