/// The values of the box that its resources contain (U9). The owner of `CIDevice` keeps them up to date.
package struct CIContent: Equatable, Sendable {
    package struct Preset: Equatable, Sendable {
        /// The number, 0...16383: the program is `number % 128`, the bank LSB `number / 128`.
        package var number: Int
        package var title: String

        package init(number: Int, title: String) { (self.number, self.title) = (number, title) }
    }

    /// A saved configuration.
    package struct State: Equatable, Sendable {
        /// The id: at most 36 characters, unique.
        package var id: String
        package var title: String
        /// A value that changes when the text changes; empty if unknown.
        package var revision: String

        package init(id: String, title: String, revision: String = "") {
            (self.id, self.title, self.revision) = (id, title, revision)
        }
    }

    package struct Counter: Equatable, Sendable {
        package var name: String
        package var value: UInt64

        package init(name: String, value: UInt64) { (self.name, self.value) = (name, value) }
    }

    /// A variable of the box (V1).
    package struct Variable: Equatable, Sendable {
        package var name: String
        package var value: Int
        /// The values that it can have.
        package var range: ClosedRange<Int>

        package init(name: String, value: Int, range: ClosedRange<Int>) {
            (self.name, self.value, self.range) = (name, value, range)
        }
    }

    package var presets: [Preset] = []
    /// The number of the running preset.
    package var running: Int?
    /// The tempo in hundredths of a beat per minute; 0 for none.
    package var tempo: Int = 0
    package var heldNotes: Int = 0
    package var counters: [Counter] = []
    package var states: [State] = []
    /// The variables in the order of the box file.
    package var variables: [Variable] = []

    package init() {}
}

/// Resources of the box (M2-103-UM, M2-105-UM, M2-112-UM).
package enum CIResource: UInt8, Sendable, CaseIterable {
    case resourceList, deviceInfo, channelList, programList, stateList, state, status

    package var name: String {
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
