import CPlatform
import Configuration
import Engine
import Host
import Loop
import Panel
import Upkeep

// I5, I6: updates, the trial of a new version, and the watchdog.
extension Runner {
    /// Shows the failed trial of the last update, and that the image is no release. Called before the loop starts.
    ///
    /// - Parameters:
    ///   - failed: the version whose trial has failed; nil for none.
    ///   - isTrial: this start is the trial of the running version.
    func showUpdate(failed: String?, isTrial: Bool) {
        if let version = failed.flatMap({ UpdateVersion($0) }) {
            let engine = link.loop.engine
            engine.notices.start.update = .init(.failed, version)
            for row in updateFaultRows(version.text, "has failed; \(Treadle.version) runs on") {
                engine.faults.addUpdate(row)
            }
        }
        if ImageFacts.board != nil && UpdateKeys.ofImage.hasDevelopmentKey {
            link.loop.engine.notices.start.hasDevelopmentKey = 1
            Console.out("treadle: this image trusts a development key; it is no release\n")
        }
        if isTrial, let note = TrialNote.read() { trial = TrialWatch(ports: note.ports) }
    }

    /// I5: lets a box without a usable menu search for an update, after the search for a backup stick has ended.
    /// Only on an appliance's own system.
    ///
    /// - Parameter hasOwnFiles: the wanted configuration runs. A configuration that cannot run may have a menu.
    func lookForUpdateAtStart(hasOwnFiles: Bool) {
        if isSimulated || treadle_owns_machine() == 0 || ImageFacts.disk == nil { return }
        // A version on trial installs no other version.
        if !hasOwnFiles || hasMenu || trial != nil { return }
        updateAtStart = UpdateAtStart()
    }

    /// Whether the box has a menu and the lines of both its footswitches. A line of an expander counts, because an
    /// expander that does not answer may do so later.
    private var hasMenu: Bool {
        guard let menu = configuration.box.menu else { return false }
        let (footswitches, contacts) = (configuration.box.footswitches, link.loop.contacts)
        return [menu.step, menu.choose].allSatisfy { index in
            guard let line = footswitches[index].line else { return true }
            let isAtExpander = configuration.box.expanders.contains { $0.name == line.chip }
            return isAtExpander || index < contacts.count && contacts[index] != nil
        }
    }

    /// Reads the output of the update's child, and ends a trial that has succeeded.
    ///
    /// - Returns: whether the box has to end, so that process 1 restarts the machine.
    func serveUpdate(at now: UInt64) -> Bool {
        if update.serve() {
            if !update.isAtStart { tellUpdate() }
            tellUpdateFault()
            if update.state == .committed {
                link.tell(.updated(.init(.committed, .running)))
                Console.out("treadle: version \(Treadle.version) is kept\n")
            }
        }
        if update.state == .armed && !update.isAtStart { return true }
        let notice = updateAtStart?.serve(update, isStickFree: stick.descriptor < 0) { openPorts }
        if let notice { link.tell(.updated(notice)) }
        let hasSucceeded = trial?.hasSucceeded(at: now) { alias in
            guard let port = configuration.box.ports.firstIndex(where: { $0.alias == alias }) else { return true }
            return isOpen(port)
        }
        // While another child runs, the commit fails and is tried again later.
        if hasSucceeded == true && update.commit() { trial = nil }
        return false
    }

    /// Shows in the menu's `Faults` why the last update failed, or clears that fault when an update was found.
    private func tellUpdateFault() {
        switch update.state {
        case .idle, .looking, .writing, .nothing, .committed, .armed: return
        case .refused where update.fault == nil: return
        // A search at start that finds no newer version leaves the fault of the last update.
        case .found(_, let age) where update.isAtStart && age != .newer: return
        case .refused, .found: link.tell(.forgetUpdateFault)
        }
        guard let fault = update.fault else { return }
        for row in updateFaultRows("", fault) { link.tell(.updateFaultRow(row)) }
    }

    private func updateFaultRows(_ version: String, _ why: String) -> [DisplayText<20>] {
        FaultLines.update(version, why, columns: configuration.box.display?.columns ?? 16)
    }

    /// The aliases of the ports that are open.
    var openPorts: [String] {
        configuration.box.ports.indices.filter { isOpen($0) }.map { configuration.box.ports[$0].alias }
    }

    /// Whether a port has a device, its own or as a group of another port's device (U6).
    func isOpen(_ port: Int) -> Bool {
        ports.attached[configuration.box.ports[port].sharedWith ?? port] != nil
    }
}

extension DisplayState.StartNotice.Update {
    init(_ outcome: Outcome, _ version: UpdateVersion) {
        self.init(outcome, major: version.numbers.0, minor: version.numbers.1, patch: version.numbers.2)
    }
}
