/// What the language has and this version does not do yet. It is refused by name, never ignored.
///
/// One table: what a milestone brings is taken out of here.
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
