import CPlatform
import Devices
import Engine
import MIDI
import Plan
import Routing

// Attaching and detaching UMP ports: all places of the port at once (U6).
extension Loop {
    func attachUMPs(_ port: AttachedPort, at now: UInt64) {
        let index = port.port.position
        state.inputs[index] = port.input
        state.walks[index] = UMPWalk()
        state.midi2Groups[index] = port.midi2Groups
        var output = LoopOutputs.Port(endpoint: port.output)
        if let descriptor = port.input.descriptor {
            _ = treadle_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, port.input.readiness, Tag.input.of(index))
            output.tag = Tag.input.of(index)
            output.watched = port.input.readiness
            output.isShared = true
        } else {
            output.tag = Tag.output.of(index)
        }
        outputs.attach(output, index)
        came(port.port, at: now)
        attachGroups(of: port.port, at: now)
    }

    /// Attaches the groups that a port has only in the new plan, because its device is now known to have more.
    func attachNewGroups(at now: UInt64) {
        for index in 0..<LoopOutputs.portCount {
            switch (state.inputs[index], outputs.ports[index].endpoint) {
            case (.umps, _), (.umpClient, _), (_, .umps), (_, .umpClient):
                attachGroups(of: PortIndex(index), at: now)
            default: break
            }
        }
    }

    private func attachGroups(of port: PortIndex, at now: UInt64) {
        let plan = engine.router.runningPlan
        var place = plan.place(after: port)
        while !place.isNone {
            let index = place.position
            if !state.inputs[index].isGroup(of: port)
                && !outputs.ports[index].endpoint.isGroup(of: port)
            {
                if state.inputs[port.position].isUMP { state.inputs[index] = .group(of: port) }
                if outputs.ports[port.position].endpoint.isUMP {
                    outputs.attach(LoopOutputs.Port(endpoint: .group(of: port)), index)
                }
                came(place, at: now)
            }
            place = plan.place(after: place)
        }
    }

    /// Reports to the engine that the device of a place is attached, and which protocol the place's group speaks.
    private func came(_ place: PortIndex, at now: UInt64) {
        let index = place.position
        let traits = engine.router.traits(of: place)
        if state.inputs[index].isUMP { engine.inputCame(place) }
        if !outputs.ports[index].endpoint.isUMP { return }
        let isMIDI2 = state.midi2Groups[traits.device.position] & 1 << UInt16(traits.group) != 0
        engine.outputCame(place, byteTime: 0, lead: 0, speaks: isMIDI2 ? .ump2 : .ump1, at: now)
        if state.panicsNewPorts { engine.silence(place, at: now) }
    }

    /// Detaches the further groups of a port that is being detached.
    func detachGroups(of port: PortIndex, isLost: Bool, at now: UInt64) {
        for index in 0..<Engine.portCount {
            let isInput = state.inputs[index].isGroup(of: port)
            let isOutput = outputs.ports[index].endpoint.isGroup(of: port)
            if !isInput && !isOutput { continue }
            state.inputs[index] = .none
            outputs.attach(LoopOutputs.Port(), index)
            went(PortIndex(index), isLost: isLost, at: now)
        }
    }
}
