import Host
import Panel
import Upkeep

/// A box without a menu installs a newer version by itself, once, after its start (I5). The box is not restarted: its
/// next start is the trial.
struct UpdateAtStart {
    private enum Step { case due, looking, installing(UpdateVersion), ended }

    private var step = Step.due

    /// Takes the next step after output of the child. Called at least twice a second.
    ///
    /// - Parameters:
    ///   - isStickFree: the search for a stick with a backup is over (I12). Two searches would mount one stick twice.
    ///   - ports: the aliases of the ports that are open.
    /// - Returns: what the display shows from now on; nil for no change.
    mutating func serve(
        _ update: UpdateControl, isStickFree: Bool, ports: () -> [String]
    ) -> DisplayState.StartNotice.Update? {
        switch (step, update.state) {
        case (.due, _):
            if isStickFree && update.look(isAtStart: true) { step = .looking }
        case (.looking, .found(let version, .newer)):
            // The child that searched may not have ended yet.
            if !update.install(isAtStart: true, ports: ports()) { return nil }
            Console.out("treadle: installing the update to \(version.text)\n")
            step = .installing(version)
        case (.looking, .found(let version, let age)):
            if age == .failed {
                Console.out("treadle: the update to \(version.text) is not installed again: its trial has failed\n")
            }
            step = .ended
        case (.looking, .nothing): step = .ended
        case (.looking, .refused):
            step = .ended
            if update.fault != nil { return .init(.refused, .running) }
        case (.installing(let version), .armed):
            step = .ended
            Console.out("treadle: the update to \(version.text) is installed; start the box again to try it\n")
            return .init(.installed, version)
        case (.installing(let version), .refused):
            step = .ended
            if update.fault != nil { return .init(.failed, version) }
        default: break
        }
        return nil
    }
}
