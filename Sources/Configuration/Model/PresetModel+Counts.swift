extension PresetModel {
    /// Lists all messages that presets send to ports without a routing: when they are loaded (P7) and left (P10), and
    /// when parts begin (P12).
    static func portMessages(of owners: [PresetModel], parts: [PartModel]) -> [OnLoadModel] {
        owners.flatMap { $0.onLoad + $0.onLeave } + parts.flatMap { $0.messages }
    }
}
