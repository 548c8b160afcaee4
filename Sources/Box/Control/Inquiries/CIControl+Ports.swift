import Configuration
import Devices
import MIDICI
import Network
import Plan

// MIDI-CI at ports that are connected and disconnected (U9, U10).
extension CIControl {
    /// Tells the device which places were connected or disconnected.
    ///
    /// - Parameter connection: returns what a port, by its index in the box file, is connected to in both directions;
    ///   nil if it is not.
    func connect(_ plan: UnsafePointer<Plan>, at now: UInt64, connection: (Int) -> Connection?) {
        for place in places.indices {
            let traits = plan.pointee.ports[place]
            let speaks = traits.receives && traits.sends && traits.offersCI
            let current = speaks ? connection(CIControl.port(of: place, traits)) : nil
            if current == places[place] { continue }
            if places[place] != nil { forgetOpen(place) }
            places[place] = current
            busy &= ~(1 << UInt32(place))
            if let current {
                device.portCame(place, CIPort(asks: asks, servesState: current.servesState), at: now)
            } else {
                device.portWent(place, at: now)
            }
        }
    }

    /// The port, by its index in the box file, to which a place belongs.
    private static func port(of place: Int, _ traits: PortTraits) -> Int {
        traits.groupCount > 1 ? traits.first.position : place
    }
}

extension Runner {
    /// What a port is connected to in both directions; nil if it is not.
    func connectionForCI(_ port: Int) -> CIControl.Connection? {
        let box = configuration.box
        guard box.ports.indices.contains(port) else { return nil }
        if box.ports[port].isNetwork {
            let isJoined = network.map { !$0.joined(port).isEmpty } ?? false
            let servesState = box.servesState(box.ports[port], isHardware: false)
            return isJoined ? CIControl.Connection(port: port, servesState: servesState) : nil
        }
        if let bluetooth, box.ports[port].isBluetooth {
            let servesState = box.servesState(box.ports[port], isHardware: false)
            return bluetooth.isConnected(port) ? CIControl.Connection(port: port, servesState: servesState) : nil
        }
        guard let attached = ports.attached[port], !attached.isLeaving, let input = attached.input,
            let output = attached.output
        else { return nil }
        return CIControl.Connection(
            openings: ports.openings[port], port: port,
            servesState: box.servesState(box.ports[port], isHardware: input.isHardware && output.isHardware))
    }

    /// Serves MIDI-CI: ports, messages, requests and the content of the resources.
    func serveInquiries(at now: UInt64) {
        guard let inquiries else { return }
        // Another plan may have other places.
        inquiries.connect(configuration.plan, at: now) { connectionForCI($0) }
        inquiries.update(content(now), at: now)
        let ports = configuration.box.ports
        inquiries.serve({ ports.indices.contains($0) ? ports[$0].alias : nil }, at: now)
        if inquiries.hasNewPrograms {
            inquiries.hasNewPrograms = false
            // Programs that the configuration names may have other numbers now (U10).
            if configuration.box.namesPrograms { running.reload() }
        }
        for request in inquiries.takeRequests() { fulfil(request) }
        inquiries.send(at: now)
    }
}
