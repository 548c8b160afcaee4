// A UMP port has a routing place for each of its groups, so that everything that handles ports also handles groups
// (U6). These are methods of the pointer, because a method of the plan would copy all ports for each access.
extension UnsafePointer<Plan> {
    /// Returns the place that receives a group, 0...15, of a device; `PortIndex.none` if there is none. A port with
    /// `group:` takes precedence over the port that has the rest of the device.
    ///
    /// - Parameter port: the port that is opened for the device.
    @inline(__always)
    package func place(of group: UInt8, at port: PortIndex) -> PortIndex {
        var other = pointee.ports[port.position].nextOfDevice
        while !other.isNone {
            if pointee.ports[other.position].group == group { return other }
            other = pointee.ports[other.position].nextOfDevice
        }
        if pointee.ports[port.position].hearsAllGroups { return port }
        let distance = group &- pointee.ports[port.position].group
        if distance == 0 { return port }
        if distance >= pointee.ports[port.position].groupCount { return PortIndex.none }
        return PortIndex(pointee.ports[port.position].second.position + Int(distance) - 1)
    }

    /// Returns the next place of the same device: first the places of its port in the order of groups, then the ports
    /// that are a group of the device; `PortIndex.none` after the last one.
    @inline(__always)
    package func place(after place: PortIndex) -> PortIndex {
        let first = pointee.ports[place.position].first
        let (count, second) = (pointee.ports[first.position].groupCount, pointee.ports[first.position].second)
        if place == first && count > 1 { return second }
        let end = second.position + Int(count) - 1
        if place != first && place.position + 1 < end { return PortIndex(place.position + 1) }
        return pointee.ports[first.position].nextOfDevice
    }
}
