// A port of packets has a place for each of its groups, so that everything that knows ports knows groups (U6).
extension Program {
    /// Returns the place that hears and speaks a group, 0...15, of a port; `PortIndex.none` if the port has none.
    ///
    /// - Parameter port: the first place of the port.
    @inline(__always)
    public func place(of group: UInt8, at port: PortIndex) -> PortIndex {
        if ports[port.position].hearsAllGroups { return port }
        let distance = group &- ports[port.position].group
        if distance == 0 { return port }
        if distance >= ports[port.position].groupCount { return PortIndex.none }
        return PortIndex(ports[port.position].second.position + Int(distance) - 1)
    }

    /// Returns the place behind another one of the same port, in the order of groups; `PortIndex.none` behind the last.
    @inline(__always)
    public func place(after place: PortIndex) -> PortIndex {
        let first = ports[place.position].first
        if place == first {
            return ports[place.position].groupCount > 1 ? ports[place.position].second : PortIndex.none
        }
        let end = ports[first.position].second.position + Int(ports[first.position].groupCount) - 1
        return place.position + 1 < end ? PortIndex(place.position + 1) : PortIndex.none
    }
}
