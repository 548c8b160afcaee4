import CPlatform
import Configuration
import Engine
import Host
import Loop
import Panel
import Plan
import Upkeep

extension RunningConfiguration {
    /// E1: reloads the configuration. A bad configuration changes nothing. The running preset continues if it still
    /// exists. Another display, other ports or other footswitches need a restart.
    func reload() {
        bringDraftsInForce()
        let (before, lists) = (hashes, current.listHashes)
        guard let new = read() else { return }
        adopt(new)
        let changed = namesOfDifferences(before, hashes) + namesOfDifferences(lists, current.listHashes)
        page.changed(changed, by: "")
        say("configuration reloaded")
    }

    /// U6: compiles the configuration again if the groups of a device have changed. Files that have changed since they
    /// were read wait for a reload.
    func know(groups: [String: Int]) {
        // Only while a preset runs, which then continues with the new configuration.
        if groups == knownGroups || badConfiguration != nil || link.running.preset.isNone { return }
        knownGroups = groups
        guard case .success(let new) = Configuration.load(path: path, knownGroups: groups, drafts: drafts.inForce),
            new.fileHashes == hashes, new.listHashes == current.listHashes, new.box.groups != current.box.groups
        else { return }
        new.forgetDiagnostics()
        adopt(new)
    }

    /// Hands a newly read configuration to the loop.
    ///
    /// - Parameter name: the new name of the running preset, if an edit has changed the name.
    func adopt(_ read: CompiledConfiguration, runningAs name: String? = nil) {
        var new = read
        let old = current
        // P5: pending saves are written into unchanged files at once. If the files have changed, `saveOlder` writes the
        // saves by preset name.
        if new.fileHashes == hashes && saveRunning() { new = self.read() ?? new }
        handOver(new, isRead: true)
        (hashes, stored) = (new.fileHashes, [:])
        if saveOlder(), let again = self.read() {
            replacePending(by: again)
            (hashes, stored) = (again.fileHashes, [:])
        }
        if let motion = current.box.motion { link.tell(.tiltRanges(motion.ranges)) }
        for pedal in current.box.pedals {
            link.tell(.pedalRange(LearntPedal(pedal: UInt8(pedal.number - 1), range: pedal.setup.range)))
        }
        perform(learning.forgetAll())
        link.tell(command(insteadOf: old, runningAs: name))
        tellUnsaved()
    }

    /// Reloads the configuration if its files have changed since the box read or saved them.
    func reloadIfChanged() {
        if case .success(let new) = Configuration.load(path: path, drafts: drafts.inForce), new.fileHashes == hashes,
            new.listHashes == current.listHashes
        {
            return
        }
        reload()
    }

    /// The folders of all files of the configuration, and the folder of presets.
    var folders: [String] {
        let folder = StateFolder.folder(of: path)
        var folders = [folder, folder + "/presets"]
        for name in Array(hashes.keys) + Array(current.listHashes.keys) {
            let folder = (name.utf8.first == UInt8(ascii: "/") ? name : "\(folder)/\(name)").folder
            if !folders.contains(folder) { folders.append(folder) }
        }
        return folders
    }

    /// Reads the files again. Returns nil, after a message, if the box cannot continue with them.
    private func read() -> CompiledConfiguration? {
        // A second reading repeats the warnings of the first.
        said?.lines = []
        switch ReportedConfiguration.read(path, knownGroups: knownGroups, drafts: drafts.inForce) {
        case .failure(let diagnostics):
            hear(diagnostics)
            page.isFaulty(diagnostics, path: path)
            complain("the configuration stays as it was")
            return nil
        case .success(let new):
            hear(new.diagnostics)
            new.forgetDiagnostics()
            if drafts.isInForce { page.isGood() }
            if new.box.hasSameHardware(as: current.box) { return new }
            complain("ports, network, MIDI-CI, pedals or display have changed: restart the box to use them")
            return nil
        }
    }

    /// The command that gives the loop the new configuration. E1: a running preset whose text is unchanged is not
    /// loaded again.
    private func command(insteadOf old: CompiledConfiguration, runningAs name: String?) -> LoopCommand {
        let running = link.running
        let preset = presetAfterReading(runningAs: name)
        // The loop may not run the old configuration yet.
        guard running.plan == old.plan, !running.preset.isNone,
            (name ?? old.name(of: running.preset)) == current.name(of: preset),
            let hash = old.hash(of: running.preset), hash == current.hash(of: preset)
        else { return .adopt(handed.plan, preset: preset) }
        let keepsAssignments = old.assignmentsHash != nil && old.assignmentsHash == current.assignmentsHash
        return .renew(
            handed.plan, preset: preset, insteadOf: running.preset, keepsAssignments: keepsAssignments)
    }

    /// The preset with the name of the running preset, else the start preset.
    private func presetAfterReading(runningAs name: String?) -> PresetIndex {
        let running = link.running
        guard !running.preset.isNone, let old = configuration(of: running) else { return handed.startPreset }
        return current.preset(named: name ?? old.name(of: running.preset)) ?? handed.startPreset
    }
}
