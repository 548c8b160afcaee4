// Steps through presets by number (P2) or in the order of a set list (P8). Methods of the pointer, because a method of
// the plan would copy all ports for each access.
extension UnsafePointer<Plan> {
    /// The set list of a place; nil if `next` and `previous` step by number (P2). The list must exist.
    package func setList(at place: SetListPlace) -> UnsafePointer<SetList>? {
        guard let list = pointee.setLists.map({ $0 + Int(place.list) }) else { return nil }
        return list.pointee.count > 0 ? list : nil
    }

    /// The preset one step (+1 or -1) away in the set list of a place, and its place; nil if there is no list.
    ///
    /// - Parameter running: the running preset.
    package func setListStep(
        _ direction: Int, from running: PresetIndex, at current: SetListPlace
    ) -> (preset: PresetIndex, place: Int16)? {
        guard let list = setList(at: current) else { return nil }
        var place = Int(current.place)
        // A running preset outside the list counts as between the current place and the next one.
        let isInList = place >= 0 && list.pointee.presets[place] == running
        if isInList || direction > 0 { place += direction }
        let count = Int(list.pointee.count)
        place = (place + count) % count
        return (list.pointee.presets[place], Int16(place))
    }

    /// The preset one step (+1 or -1) from the running one; nil if there is no set list and no preset has a number.
    package func preset(steps direction: Int, from running: PresetIndex, at current: SetListPlace) -> PresetIndex? {
        if let step = setListStep(direction, from: running, at: current) { return step.preset }
        let count = Int(pointee.numberedCount)
        if count == 0 { return nil }
        var place = direction > 0 ? -1 : count
        for index in 0..<count where pointee.numbered[index] == running { place = index }
        return pointee.numbered[(place + direction + count) % count]
    }
}
