import Configuration
import Loop
import MIDICI
import Panel
import Plan

// The content of the MIDI-CI resources (U9).
extension CIControl {
    /// Stores the box's values. Subscribers hear of another preset, tempo or variable at most ten times a second.
    func update(_ content: CIContent, at now: UInt64) {
        let old = device.content
        device.content = content
        if content.presets != old.presets { device.changed(.programList, at: now) }
        if content.states != old.states { device.changed(.stateList, at: now) }
        if content.running != old.running || content.tempo != old.tempo || content.variables != old.variables {
            hasChange = true
        }
    }

    /// Notifies subscribers of changes, once the pause since the last notification is over.
    func tellChange(at now: UInt64) {
        if !hasChange || now < tellAt { return }
        hasChange = false
        tellAt = now + CIControl.tellingPause
        device.changed(.channelList, at: now)
        device.changed(.status, at: now)
    }
}

extension Runner {
    /// The box's values for MIDI-CI.
    func content(_ now: UInt64) -> CIContent {
        var content = inquiries?.device.content ?? CIContent()
        // A learnt value changes the configuration, but not the presets; only a new reading of the files may change
        // them.
        if inquiries?.reading != running.handed.reading {
            inquiries?.reading = running.handed.reading
            content.presets = presetsForCI
            inquiries?.stateHashes = nil
        }
        if inquiries?.stateHashes != running.hashes {
            inquiries?.stateHashes = running.hashes
            content.states = running.stateFiles.map { $0.state }
        }
        let runs = link.running
        content.running = nil
        if !runs.preset.isNone, let its = running.configuration(of: runs) {
            let number = Int(its.plan.pointee.presets[runs.preset].number)
            content.running = number < 0 ? nil : number
        }
        let counters = link.counters
        content.tempo = Int(link.loop.display.read().tempo)
        content.variables = zip(variables, configuration.box.variables).map {
            CIContent.Variable(name: $0.name, value: Int($0.value), range: $1.range)
        }
        content.heldNotes = Int(counters.soundingNotes)
        content.counters = [
            CIContent.Counter(name: "received", value: counters.bytesIn),
            CIContent.Counter(name: "sent", value: counters.bytesOut),
            CIContent.Counter(name: "dropped", value: counters.dropped),
        ]
        return content
    }

    /// The presets with a number, in order of number (P2).
    private var presetsForCI: [CIContent.Preset] {
        let plan = configuration.plan
        var presets: [CIContent.Preset] = []
        for place in 0..<Int(plan.pointee.numberedCount) {
            let index = plan.pointee.numbered[place]
            let number = Int(plan.pointee.presets[index].number)
            if 0..<16384 ~= number {
                presets.append(CIContent.Preset(number: number, title: configuration.name(of: index)))
            }
        }
        return presets
    }
}
