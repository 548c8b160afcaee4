// What the ports without a peer do, as the box is told (B16).
extension RadioDirector {
    mutating func setProblem(
        _ port: Int, _ state: RadioPortState, _ address: RadioAddress, _ name: String, until: UInt64
    ) {
        ports[port].problem = (state, address, name, until)
    }

    mutating func tellPorts(at now: UInt64) {
        for index in ports.indices {
            let report = state(of: index, at: now)
            // A port that has done nothing yet has told nothing.
            let isQuiet = ports[index].told == nil && !isOn
            if ports[index].told == report || isQuiet { continue }
            ports[index].told = report
            tell(report)
        }
    }

    private func state(of index: Int, at now: UInt64) -> RadioReport {
        let port = ports[index]
        func report(_ state: RadioPortState, _ address: RadioAddress? = nil, _ name: String = "") -> RadioReport {
            .state(port: port.port.index, state, address, name: name)
        }
        if let link = links.first(where: { isOf($0, index) && !$0.isPlaying }) {
            return report(isPairing(link) ? .pairing : .connecting, link.address, link.name)
        }
        if let target, target.port == index { return report(.connecting, target.address, target.name) }
        if let problem = port.problem { return report(problem.state, problem.address, problem.name) }
        return report(isOn && links.count < BluetoothLimits.links && isSeeking(index) ? .seeking : .none)
    }

    /// Whether a link is that of a port. A peer that has connected is counted when its port is known.
    private func isOf(_ link: RadioLink, _ index: Int) -> Bool {
        if link.port == index { return true }
        guard link.port == nil, isPairing(link) else { return false }
        return choice(link.address, link.name, besides: link.number) == .port(index)
    }

    private func isPairing(_ link: RadioLink) -> Bool {
        questions.contains { $0.address == link.address } || link.isSecuring && !link.wasBonded
    }
}
