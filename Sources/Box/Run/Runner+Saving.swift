import CPlatform
import Configuration
import Routing

// What is changed on the box goes into files.
extension Runner {
    /// P5: mutes and bypasses of a preset, and what was learnt in it, into the files that its routings stand in. Whatever
    /// goes wrong is said, and the box goes on with what was saved.
    func save(_ states: SavedStates, of preset: Int32, in program: UnsafePointer<Program>) {
        if program != configuration.program {
            // Read anew, or a value was learnt, in the same instant: the glass must not say that it is stored.
            Console.error("treadle: the configuration has changed before the preset was saved; nothing is\n")
            let old = retiring.first { $0.program == program }
            if old?.presetNames == configuration.presetNames { tell(.cannotWrite(preset)) }
            return
        }
        let name = configuration.presetNames[Int(preset)]
        let saving: PresetSaving
        do throws(LearnPlace.Problem) {
            saving = try PresetSaving(
                path: path, preset: name, states, asRead: prints, learnt: learnt.learnt(running: preset))
        } catch {
            return cannotSave(preset, error.message)
        }
        stored[preset] = states
        if saving.files.isEmpty { return learnt.forget(running: preset) }
        var files = SafeFiles(SystemCalls())
        var at = ""
        do throws(SafeFiles<SystemCalls>.Problem) {
            for file in saving.files {
                at = file.path
                try files.replace(file.path, file.old, by: file.new)
                prints[file.name] = file.print
                Console.out("treadle: \(name): saved in \(file.path)\n")
            }
            learnt.forget(running: preset)
        } catch {
            cannotSave(preset, "\(at): \(error.message)")
        }
        tellStored(but: preset)
    }

    private func cannotSave(_ preset: Int32, _ why: String) {
        Console.error("treadle: \(configuration.presetNames[Int(preset)]) is saved in no file: \(why)\n")
        tell(.cannotWrite(preset))
    }

    /// Other presets that insert the same routings begin with what their files say now.
    private func tellStored(but saved: Int32) {
        guard case .success(let now) = Configuration.load(path: path), now.presetNames == configuration.presetNames
        else { return }
        for preset in 0..<now.program.pointee.presetCount where preset != saved {
            let new = SavedStates(now.program.pointee.presets[Int(preset)])
            let old = stored[preset] ?? SavedStates(configuration.program.pointee.presets[Int(preset)])
            if new == old { continue }
            stored[preset] = new
            tell(.store(new, preset: preset))
        }
    }
}

// What ran last comes back (P6).
extension Runner {
    /// Whether the box file wants it.
    private var keepsLast: Bool { configuration.box.startPreset == .last }

    /// With `start-preset: last` the one that ran last, if it is still there.
    var firstPreset: Int32 {
        if keepsLast, let index = configuration.presetNames.firstIndex(of: last.preset.read()) { return Int32(index) }
        return configuration.program.pointee.startPreset
    }

    /// And the tempo that it had, unless the files say another one since; nil: as they say.
    func firstTempo(of preset: Int32) -> UInt32? {
        keepsLast ? last.tempo(insteadOf: configuration.program.pointee.tempo(of: preset)) : nil
    }

    /// The loop runs another preset.
    func keep(_ preset: Int32) {
        guard preset >= 0 && Int(preset) < configuration.presetNames.count else { return }
        let name = configuration.presetNames[Int(preset)]
        runningPreset = name
        if keepsLast { last.preset.keep(name, at: treadle_now()) }
    }

    /// Looks what the loop's tempo is, which it tells with each sign of life.
    func keepLast(at now: UInt64) {
        if !keepsLast { return }
        last.preset.write(at: now)
        let counters = loop.pointee.counters.read()
        if counters.tempo > 0 { last.keep(tempo: counters.tempo, insteadOf: counters.tempoByFiles, at: now) }
    }
}
