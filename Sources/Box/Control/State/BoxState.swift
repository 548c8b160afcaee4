import Configuration
import MIDI
import Panel
import Plan

/// Makes the state of the box, one object (docs/reference/COMMANDS.md, "The state"). What the box does not know or does
/// not have is left out.
struct BoxState {
    let look: BoxLook
    let parts: StateParts
    let display: DisplayState
    let traffic: PortTraffic
    /// Nanoseconds of the box's clock.
    let now: UInt64

    private var configuration: CompiledConfiguration { parts.configuration }
    private var box: BoxConfiguration { configuration.box }

    /// The members that come from the preset that runs.
    func addPreset(to state: inout StateObject) {
        let plan = configuration.plan
        var object = StateObject()
        add(look.preset, to: &object)
        object.add("colour", configuration.presetColours[look.preset.position]?.written)
        object.add("changed", look.isModified)
        let partNames = configuration.partNames[look.preset.position]
        if partNames.indices.contains(Int(look.part)) {
            var part = StateObject()
            part.add("name", partNames[Int(look.part)])
            part.add("place", Int(look.part) + 1)
            part.add("of", partNames.count)
            object.add("part", part.value)
        }
        for (word, direction) in [("previous", -1), ("next", 1)] {
            guard let step = plan.preset(steps: direction, from: look.preset, at: look.setList), step != look.preset
            else { continue }
            var neighbour = StateObject()
            add(step, to: &neighbour)
            object.add(word, neighbour.value)
        }
        state.add("preset", object.value)
        addSetList(to: &state)
    }

    /// Adds the name and number of a preset.
    private func add(_ preset: PresetIndex, to object: inout StateObject) {
        object.add("name", configuration.name(of: preset))
        let number = configuration.plan.pointee.presets.at(preset).pointee.number
        object.add("number", number < 0 ? nil : Int(number))
    }

    private func addSetList(to state: inout StateObject) {
        let names = configuration.setListNames
        guard names.indices.contains(Int(look.setList.list)),
            let list = configuration.plan.setList(at: look.setList)
        else { return }
        var object = StateObject()
        let name = names[Int(look.setList.list)]
        object.add("name", name.isEmpty ? nil : name)
        if look.setList.place >= 0 { object.add("place", Int(look.setList.place) + 1) }
        object.add("of", Int(list.pointee.count))
        object.add("names", names.filter { !$0.isEmpty })
        state.add("setlist", object.value)
    }

    /// The display's lines as they stand, its status, and the clock.
    func addDisplay(_ menu: MenuPicture, to state: inout StateObject) {
        if let display = box.display {
            let frame = display.frame(self.display, menu: menu, at: now)
            var object = StateObject()
            object.add("columns", frame.columns)
            object.add("rows", frame.rows)
            object.add("lines", (0..<frame.rows).map { line(of: frame, row: $0) })
            object.add("lit", self.display.backlight.isLit(at: now))
            state.add("display", object.value)
        }
        var status = StateObject()
        status.add("text", statusText)
        status.add("kind", display.isFaulty(at: now) ? "fault" : "info")
        state.add("status", status.value)
        var clock = StateObject()
        clock.add("tempo", StateObject.tempo(Int(display.tempo)))
        switch display.transport {
        case .stopped: clock.add("state", "stopped")
        case .running: clock.add("state", "running")
        case .paused: clock.add("state", "paused")
        }
        clock.add("beat", display.isOnBeat && display.sendsTicks)
        clock.add("source", box.clock.source.map { box.ports[$0].alias } ?? "internal")
        state.add("clock", clock.value)
        state.add("transpose", Int(display.transposition))
    }

    private func line(of frame: DisplayFrame, row: Int) -> String {
        var line = ""
        for column in 0..<frame.columns {
            if let scalar = Unicode.Scalar(frame[row, column]) { line.unicodeScalars.append(scalar) }
        }
        return line
    }

    /// The words of the status columns (D3), in all letters that a display can have.
    private var statusText: String {
        if display.isBadConfiguration { return "BAD CONFIG" }
        let text = DisplayFrame(columns: 20, rows: 2, characters: .drawn).statusText(display, at: now)
        var words = ""
        for index in 0..<text.count {
            if let scalar = Unicode.Scalar(text[index]) { words.unicodeScalars.append(scalar) }
        }
        return words
    }

    func addRoutings(to state: inout StateObject) {
        state.add(
            "routings",
            StateObject.list(Array(parts.routingNames.enumerated())) { object, routing in
                let bit = UInt64(1) << UInt64(routing.offset)
                object.add("name", routing.element)
                object.add("mute", look.switched.muted & bit != 0)
                object.add("bypass", look.switched.bypassed & bit != 0)
                object.add("blocked", look.blocked & bit != 0)
            })
    }

    /// The footswitches, pedals and the tilt.
    func addFeet(_ leds: LEDs, to state: inout StateObject) {
        let switches = Array(box.footswitches.enumerated())
        state.add(
            "switches",
            StateObject.list(switches) { object, item in
                object.add("name", item.element.name)
                object.add("down", look.down & 1 << UInt16(item.offset) != 0)
                if item.element.led != nil { object.add("led", BoxState.word(leds[item.offset])) }
                object.add("does", parts.does[item.offset])
            })
        if !box.pedals.isEmpty {
            state.add(
                "pedals",
                StateObject.list(box.pedals) { object, pedal in
                    object.add("number", pedal.number)
                    guard let value = look.pedals[pedal.number - 1] else { return }
                    object.add("value", StateObject.number(thousandths: (Int(value) * 1000 + 8191) / 16383))
                })
        }
        if box.motion != nil { addTilt(to: &state) }
    }

    private func addTilt(to state: inout StateObject) {
        var object = StateObject()
        object.add("sensor", display.hasNoTilt ? "missing" : "ok")
        var ranges = StateObject()
        for (axis, word) in ["x", "y", "z"].enumerated() {
            object.add(word, look.angles[axis])
            let range = look.ranges[axis]
            ranges.add(word, .array([.number(Int(range.from)), .number(Int(range.to))]))
        }
        object.add("range", ranges.value)
        state.add("tilt", object.value)
    }

    private static func word(_ state: LEDs.State) -> String {
        switch state {
        case .off: "off"
        case .on: "on"
        case .blink: "blink"
        case .tempo: "tempo"
        }
    }

    /// The keys that are down, and how many notes sound.
    func addKeys(to state: inout StateObject) {
        state.add(
            "held",
            StateObject.list(look.keys) { object, key in
                object.add("port", box.alias(of: key >> 11))
                object.add("channel", (key >> 7 & 0x0F) + 1)
                object.add("note", key & 0x7F)
                guard let press = traffic.presses[key] else { return }
                object.add("velocity", Int(press.velocity))
                object.add("time", Int(press.time / 1_000_000))
            })
        state.add("sounding", look.sounding)
    }
}
