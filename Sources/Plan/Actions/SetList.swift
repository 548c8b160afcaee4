/// A set list: presets in playing order; a preset may appear several times (P8).
package struct SetList {
    package var name: Name
    /// A hash of the full name, by which the list with the same name is found in another plan.
    package var nameHash: UInt64
    package var presets: UnsafePointer<PresetIndex>
    /// The number of places in the list. If it is 0, `next` and `previous` step by number (P2).
    package var count: Int32

    package init(name: Name, nameHash: UInt64, presets: UnsafePointer<PresetIndex>, count: Int32) {
        self.name = name
        self.nameHash = nameHash
        self.presets = presets
        self.count = count
    }
}

/// The chosen set list, and the current place in it (P8).
package struct SetListPlace: BitwiseCopyable, Equatable, Sendable {
    /// The index of the place, from 0; -1 before the first place.
    package var place: Int16
    /// The index in `Plan.setLists`; 0 in a box without set lists.
    package var list: UInt8

    package init(list: UInt8 = 0, place: Int16 = -1) { (self.list, self.place) = (list, place) }
}

extension Plan {
    /// Whether a place from outside the plan is valid in its set lists.
    package func contains(_ place: SetListPlace) -> Bool {
        guard let setLists, Int32(place.list) < setListCount else { return place == SetListPlace() }
        return place.place >= -1 && Int32(place.place) < setLists[Int(place.list)].count
    }
}
