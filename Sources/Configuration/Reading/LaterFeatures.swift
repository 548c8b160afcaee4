/// Features of the language that this version does not have yet: refused by name, never ignored.
///
/// Remove a feature from this table when it is implemented.
enum LaterFeature: String {
    case protocols = "MIDI 2.0 ports"
}

extension Reader {
    func later(_ feature: LaterFeature, _ place: Place) {
        log.error(place, "\(feature.rawValue) come with a later version of Treadle")
    }
}
