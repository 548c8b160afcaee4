// A port of packets has a place for each of its groups, so that everything that knows ports knows groups (U6).
extension Program {
    /// Returns the place that hears a group, 0...15, of a device; `PortIndex.none` if nothing does. A port with `group:`
    /// comes before the port that has the rest of the device.
    ///
    /// - Parameter port: the port that is opened for the device.
    @inline(__always)
    public func place(of group: UInt8, at port: PortIndex) -> PortIndex {
        var other = ports[port.position].nextOfDevice
        while !other.isNone {
            if ports[other.position].group == group { return other }
            other = ports[other.position].nextOfDevice
        }
        if ports[port.position].hearsAllGroups { return port }
        let distance = group &- ports[port.position].group
        if distance == 0 { return port }
        if distance >= ports[port.position].groupCount { return PortIndex.none }
        return PortIndex(ports[port.position].second.position + Int(distance) - 1)
    }

    /// Returns the place behind another one of the same device: those of its port in the order of groups, then the ports
    /// that are a group of it; `PortIndex.none` behind the last.
    @inline(__always)
    public func place(after place: PortIndex) -> PortIndex {
        let first = ports[place.position].first
        if place == first && ports[place.position].groupCount > 1 { return ports[place.position].second }
        let end = ports[first.position].second.position + Int(ports[first.position].groupCount) - 1
        if place != first && place.position + 1 < end { return PortIndex(place.position + 1) }
        return ports[first.position].nextOfDevice
    }
}
