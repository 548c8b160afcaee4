import CPlatform
import Configuration
import Loop
import Network
import Panel
import Plan

// The state of the box, for clients that follow it: all of it first, then what changes.
extension Runner {
    private var followers: [ControlClient] { (clients.server?.clients ?? []).filter { $0.followed != nil } }

    /// When the state is looked at again, in nanoseconds; `UInt64.max` if nobody follows it.
    var stateDeadline: UInt64 { followers.isEmpty ? UInt64.max : stateNews.looksAt }

    /// Tells a client the state, and its changes from then on, or no more.
    ///
    /// - Returns: the answer; nil if the client has it already.
    func followState(_ follows: Bool, _ client: ControlClient) -> String? {
        if !follows {
            client.followed = nil
            return "ok"
        }
        let programs = followers.count { !$0.isPage }
        if client.followed == nil && !client.isPage && programs >= BoxLimits.stateFollowers {
            return "error \(BoxLimits.stateFollowers) programs follow the state already, the limit `stateFollowers`"
        }
        _ = treadle_socket_bound(client.descriptor, Int32(BoxLimits.stateBacklog))
        lookAtState(at: treadle_now())
        client.followed = FollowedState(stateNews.state, revision: stateNews.revision)
        client.reply("ok")
        client.tell(state: FollowedState.line("state", stateNews.state))
        return nil
    }

    /// Tells the followers what has changed. A client that has not taken what it was told last is left out until then.
    func serveState(at now: UInt64) {
        tellFiles()
        let followers = followers
        if followers.isEmpty { return stateNews.rest() }
        if stateNews.isDue(link.loop.recorder, at: now) { lookAtState(at: now) }
        // A client that has asked for the whole state has made the box look in between.
        if now < stateNews.toldAt + StateNews.time { return }
        let (state, revision) = (stateNews.state, stateNews.revision)
        // Mostly all were told the same state last.
        var made: (of: Int, patch: JSONValue)?
        for client in followers where !client.hasOutput {
            guard var followed = client.followed, followed.revision != revision else { continue }
            let isMade = made?.of == followed.revision
            guard let patch = isMade ? made?.patch : state.patch(from: followed.state) else { continue }
            made = (followed.revision, patch)
            let change = followed.follow(state, revision: revision, patch)
            client.followed = followed
            client.tell(state: FollowedState.line("change", change))
            client.flush()
            stateNews.toldAt = now
        }
    }

    /// Makes the newest state.
    private func lookAtState(at now: UInt64) {
        let loop = link.loop
        stateNews.begin(loop.recorder, at: now)
        // First what came in, so that the time of each key that is found down is known.
        var traffic = stateNews.follow(loop)
        let look = BoxLook(loop)
        if look.keys.contains(where: { traffic.presses[$0] == nil }) { traffic = stateNews.follow(loop) }
        var state = StateObject()
        state.add("box", StateParts.box(configuration.box, isSimulated: isSimulated))
        let display = loop.display.read()
        if look.plan == configuration.plan && look.isWhole {
            let parts = parts(of: look.preset)
            let box = BoxState(look: look, parts: parts, display: display, traffic: traffic, now: now)
            box.addPreset(to: &state)
            state.add("setlists", parts.setLists)
            state.add("presets", parts.presets)
            box.addDisplay(loop.menu.read(), to: &state)
            addVariables(to: &state)
            box.addRoutings(to: &state)
            box.addFeet(loop.leds.read(), to: &state)
            box.addKeys(to: &state)
        } else if stateNews.revision > 0 {
            // The loop is about to take another configuration.
            return
        }
        addPorts(traffic, to: &state)
        // The loop counts losses only when it is asked.
        if stateNews.renewCounters(at: now, { counters(look, display) }) { link.afterwards {} }
        state.add("counters", stateNews.counters)
        addDrafts(to: &state)
        stateNews.adopt(state.value, keys: look.keys, changesAt: changesAt(display, after: now))
    }

    private func parts(of preset: PresetIndex) -> StateParts {
        if let parts = stateNews.parts, parts.belong(to: configuration, preset) { return parts }
        let parts = StateParts(configuration, preset, after: stateNews.parts)
        stateNews.parts = parts
        return parts
    }

    /// When the display or its status changes without an event, in nanoseconds.
    private func changesAt(_ display: DisplayState, after now: UInt64) -> UInt64 {
        configuration.box.display?.nextChange(of: display, after: now) ?? display.nextChange(after: now)
    }

    private func addVariables(to state: inout StateObject) {
        if configuration.box.variables.isEmpty { return }
        var object = StateObject()
        for (name, value) in variables { object.add(name, Int(value)) }
        state.add("variables", object.value)
    }

    private func addPorts(_ traffic: PortTraffic, to state: inout StateObject) {
        let groups = configuration.box.groups
        state.add(
            "ports",
            StateObject.list(Array(configuration.box.ports.enumerated())) { object, item in
                let (index, port) = (item.offset, item.element)
                object.add("alias", port.alias)
                object.add("direction", port.receives ? port.sends ? "both" : "in" : "out")
                object.add("connected", isConnected(index))
                let (place, name) = placeAndName(index)
                object.add("place", place.isEmpty ? nil : place)
                object.add("name", name)
                let report = ports.said[index].utf8.dropFirst(port.alias.utf8.count + 2)
                object.add("report", String(decoding: report, as: UTF8.self))
                let places = groups.places(of: index)
                if port.receives { object.add("in", places.reduce(0) { $0 + traffic.received[$1] }) }
                if port.sends { object.add("out", places.reduce(0) { $0 + traffic.sent[$1] }) }
            })
    }

    /// Where a port is, and the name of its device or its peers.
    private func placeAndName(_ index: Int) -> (place: String, name: String?) {
        if configuration.box.ports[index].isNetwork {
            let names = network?.joined(index).map { $0.name.visible } ?? []
            return ("", names.isEmpty ? nil : names.joined(separator: ", "))
        }
        if let bluetooth, configuration.box.ports[index].isBluetooth {
            let names = bluetooth.peers.connected(index).map { $0.name.visible }
            return ("", names.isEmpty ? nil : names.joined(separator: ", "))
        }
        let attachment = ports.attached[configuration.box.ports[index].sharedWith ?? index]
        return (isSimulated ? ports.places[index] : attachment?.place ?? "", attachment?.name)
    }

    private func counters(_ look: BoxLook, _ display: DisplayState) -> JSONValue {
        var object = StateObject()
        object.add("received", Int(look.bytesIn))
        object.add("sent", Int(look.bytesOut))
        object.add("dropped", display.drops)
        object.add("lost", Int(link.counters.lost))
        return object.value
    }
}
