import Engine
import CPlatform
import Configuration
import Host
import Loop
import Panel
import Plan
import Upkeep

extension Runner {
    /// E1: shows the faults of power-up on the display and in the menu. Called before the loop starts.
    func show(_ powerUp: PowerUp) {
        let engine = link.loop.engine
        engine.notices.start = powerUp.faults.notice
        engine.faults = powerUp.faults.rows(columns: configuration.box.display?.columns ?? 16)
        if let fault = powerUp.badConfiguration { showBadConfiguration(fault) }
    }

    func showBadConfiguration(_ fault: Diagnostic) {
        running.badConfiguration = "\(fault.file):\(fault.line)"
        let name = fault.file.split(separator: "/").last.map { String($0) } ?? fault.file
        link.loop.engine.notices.badPlace = DisplayState.Place(
            file: DisplayText(name.unicodeScalars), line: fault.line)
    }
}

// P6: the last preset and tempo are restored at power-up.
extension Runner {
    /// Whether the box file contains `start-preset: last`.
    private var keepsLast: Bool { configuration.box.startPreset == .last }

    /// The preset that ran last, with `start-preset: last`; nil if that preset is gone.
    private var lastPreset: PresetIndex? { keepsLast ? configuration.preset(named: last.preset.read()) : nil }

    /// The preset to start with: the preset that ran last, else the first preset of the restored set list.
    var firstPreset: PresetIndex {
        if let lastPreset { return lastPreset }
        let plan = configuration.plan
        guard let kept = firstSetList, let lists = plan.pointee.setLists, lists[Int(kept.list)].count > 0 else {
            return plan.pointee.startPreset
        }
        return lists[Int(kept.list)].presets[0]
    }

    /// The last set list and the place in it, or before its first place if the last preset is gone. Nil if no set list
    /// was stored, or the list is gone (P8).
    var firstSetList: SetListPlace? {
        guard keepsLast, let kept = last.setListPlace(among: configuration.setListNames) else { return nil }
        return lastPreset == nil ? SetListPlace(list: kept.list) : kept
    }

    /// The tempo that the preset had last; nil if the files have changed the tempo since.
    func firstTempo(of preset: PresetIndex) -> UInt32? {
        keepsLast ? last.tempo(insteadOf: configuration.plan.pointee.tempo(of: preset)) : nil
    }

    /// Stores the name of the running preset, and the place in the set list.
    func keep(_ runs: LoopReports.Running) {
        guard keepsLast, !runs.preset.isNone, let its = running.configuration(of: runs) else { return }
        last.preset.keep(its.name(of: runs.preset), at: treadle_now())
        if its.setListNames.isEmpty { return }
        last.keep(runs.setList, of: its.setListNames[Int(runs.setList.list)], at: treadle_now())
    }

    /// Writes the last preset, set list and tempo to disk if they changed (P6). The tempo comes with each sign of life
    /// of the loop.
    func keepLast(at now: UInt64) {
        if !keepsLast { return }
        last.preset.write(at: now)
        last.setList.write(at: now)
        let counters = link.counters
        if counters.tempo > 0 { last.keep(tempo: counters.tempo, insteadOf: counters.tempoByFiles, at: now) }
    }
}

// M15: the brightness that was set in the menu is restored too.
extension Runner {
    /// Whether the menu can set the brightness.
    private var hasLight: Bool { configuration.box.menu != nil && configuration.box.display != nil }

    /// Restores the stored brightness of the display. Called before the loop starts.
    func restoreLight() {
        guard hasLight, let level = Int(last.light.read()) else { return }
        link.loop.engine.notices.backlight.restore(level: level)
    }

    /// Stores the brightness of the display. Full brightness, the default, is stored as an empty text.
    func keepLight(at now: UInt64) {
        // The loop publishes the brightness only when it runs.
        if !hasLight || link.running.preset.isNone { return }
        let light = link.loop.display.read().backlight
        last.light.keep(light.level + 1 == light.levels ? "" : "\(light.level)", at: now)
    }
}
