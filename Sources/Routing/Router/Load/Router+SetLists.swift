import Plan

// The set lists (P8).
extension Router {
    /// The chosen set list; nil if `next` and `previous` step by number (P2).
    private var setList: UnsafePointer<SetList>? {
        mutating get { planAddress.setList(at: status.setList) }
    }

    /// The preset one step (+1 or -1) away in the chosen set list, and its place; nil if there is no list.
    mutating func setListStep(_ direction: Int) -> (preset: PresetIndex, place: Int16)? {
        planAddress.setListStep(direction, from: status.preset, at: status.setList)
    }

    /// Selects a set list, starting at its beginning.
    mutating func choose(setList index: UInt8) {
        // The index may belong to an earlier plan.
        if Int32(index) >= plan.setListCount { return }
        status.setList = SetListPlace(list: index)
        followSetList()
    }

    /// Moves to the next place of the running preset in the set list, from the current place on; if there is none,
    /// stays.
    mutating func followSetList() {
        guard let list = setList else { return }
        let count = Int(list.pointee.count)
        var place = max(Int(status.setList.place), 0)
        for _ in 0..<count {
            if list.pointee.presets[place] == status.preset {
                status.setList.place = Int16(place)
                return
            }
            place = place + 1 < count ? place + 1 : 0
        }
    }

    /// Selects the set list of the same name in another plan, at the same place; otherwise the beginning of its
    /// first list.
    mutating func carrySetList(to new: UnsafePointer<Plan>) {
        var kept = SetListPlace()
        if let lists = new.pointee.setLists, let old = plan.setLists {
            let name = old[Int(status.setList.list)].nameHash
            for index in 0..<Int(new.pointee.setListCount) where lists[index].nameHash == name {
                kept = SetListPlace(
                    list: UInt8(index), place: min(status.setList.place, Int16(lists[index].count - 1)))
            }
        }
        status.setList = kept
    }

    /// Restores the set list and place stored before the box was switched off (P6). Called before the first load.
    package mutating func resume(setList place: SetListPlace) {
        if plan.contains(place) { status.setList = place }
    }
}
