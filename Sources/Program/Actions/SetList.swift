/// A set list: presets in playing order, each as often as it is played (P8).
public struct SetList {
    public var name: Name
    /// Hash of the whole name, by which the list of the same name is found in another program.
    public var nameHash: UInt64
    public var presets: UnsafePointer<PresetIndex>
    /// Places of the list. A list without places leaves `next` and `previous` to the numbers (P2).
    public var count: Int32

    public init(name: Name, nameHash: UInt64, presets: UnsafePointer<PresetIndex>, count: Int32) {
        self.name = name
        self.nameHash = nameHash
        self.presets = presets
        self.count = count
    }
}

/// The chosen set list, and the place in it (P8).
public struct SetListPlace: BitwiseCopyable, Equatable, Sendable {
    /// From 0; -1 before the first.
    public var place: Int16
    /// Index into `Program.setLists`; 0 in a box without set lists.
    public var list: UInt8

    public init(list: UInt8 = 0, place: Int16 = -1) { (self.list, self.place) = (list, place) }
}

extension Program {
    /// Whether a place from outside the program is one of its set lists.
    public func contains(_ place: SetListPlace) -> Bool {
        guard let setLists, Int32(place.list) < setListCount else { return place == SetListPlace() }
        return place.place >= -1 && Int32(place.place) < setLists[Int(place.list)].count
    }
}
