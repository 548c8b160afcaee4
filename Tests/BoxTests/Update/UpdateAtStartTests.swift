import CPlatform
import HostSupport
import Panel
import Testing

@testable import Box
@testable import Upkeep

/// I5: what a box without a menu makes of an update that it finds at its start. A shell script plays `treadle update`.
@Suite struct UpdateAtStartTests {
    private typealias Shown = DisplayState.StartNotice.Update

    private let folder: TemporaryFolder
    private static let version = UpdateVersion("0.2.0")!
    /// Answers the look with `$1`; installs.
    private static func script(found: String, installs: String = "armed 0.2.0") -> String {
        """
        echo "$*" >>"$0.said"
        case "$*" in
        "update --check --at-start") echo "\(found)" ;;
        "update --at-start --  keys") printf 'found 0.2.0 newer b f\nprogress 100\n\(installs)\n' ;;
        esac
        """
    }

    init() throws { folder = try TemporaryFolder() }

    /// Serves the children until none runs any more. Returns all that is shown.
    private func shown(_ control: UpdateControl) -> [Shown] {
        var (start, shown): (UpdateAtStart, [Shown]) = (UpdateAtStart(), [])
        repeat {
            if let notice = start.serve(control, isStickFree: true, ports: { ["keys"] }) { shown.append(notice) }
            var ready: UInt32 = 0
            if control.descriptor >= 0 { _ = treadle_poll([control.descriptor], 1, 0, 10_000, &ready) }
            _ = control.serve()
            if control.descriptor < 0, let notice = start.serve(control, isStickFree: true, ports: { ["keys"] }) {
                shown.append(notice)
            }
        } while control.descriptor >= 0
        return shown
    }

    private var said: [String] { (folder.text("child.said") ?? "").split(separator: "\n").map { String($0) } }

    @Test func aNewerVersionIsInstalledForTheNextStart() throws {
        let control = try UpdateControl(script: Self.script(found: "found 0.2.0 newer b f"), in: folder)
        #expect(shown(control) == [Shown(.installed, Self.version)])
        #expect(control.state == .armed && control.isAtStart, "the box is not restarted")
        #expect(said == ["update --check --at-start", "update --at-start --  keys"])
    }

    @Test(arguments: ["found 0.2.0 same b f", "found 0.0.9 older b f", "found 0.2.0 failed b f", "nothing"])
    func anyOtherIsLeftAlone(found: String) throws {
        let control = try UpdateControl(script: Self.script(found: found), in: folder)
        #expect(shown(control).isEmpty && said == ["update --check --at-start"])
    }

    @Test func aBadFileIsToldAndNotInstalled() throws {
        let control = try UpdateControl(
            script: Self.script(found: "fault the file has no signature\nrefused NOT SIGNED"), in: folder)
        #expect(shown(control) == [Shown(.refused, .running)] && said == ["update --check --at-start"])
    }

    @Test func aCardThatDoesNotKeepItIsTold() throws {
        let script = Self.script(found: "found 0.2.0 newer b f", installs: "fault it\\nrefused WRITE FAILED")
        let control = try UpdateControl(script: script, in: folder)
        #expect(shown(control) == [Shown(.failed, Self.version)])
    }

    /// I12: a stick cannot be mounted for two at once.
    @Test func theStickWithBackupsComesFirst() throws {
        let control = try UpdateControl(script: Self.script(found: "nothing"), in: folder)
        var start = UpdateAtStart()
        #expect(start.serve(control, isStickFree: false, ports: { [] }) == nil && control.state == .idle)
        #expect(start.serve(control, isStickFree: true, ports: { [] }) == nil && control.state == .looking)
    }
}
