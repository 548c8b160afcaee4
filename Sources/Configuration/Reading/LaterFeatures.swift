/// Features of the language that this version does not have yet: refused by name, never ignored.
///
/// Remove a feature from this table when it is implemented.
enum LaterFeature: String {
    case network = "the network"
    case protocols = "MIDI 2.0 ports"

    var isPlural: Bool {
        switch self {
        case .network: false
        default: true
        }
    }
}

extension Reader {
    func later(_ feature: LaterFeature, _ place: Place) {
        log.error(place, "\(feature.rawValue) \(feature.isPlural ? "come" : "comes") with a later version of Treadle")
    }
}
