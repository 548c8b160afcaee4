import CPlatform
import Devices
import Host
import Loop

// I12: a stick that is plugged in at power-up gets a backup. If a footswitch is held at power-up, the box is restored
// from the stick instead.
extension Runner {
    /// Whether a footswitch is closed now. Called before the loop starts, which then reads the lines.
    var isFootswitchHeld: Bool {
        for contact in link.loop.contacts where contact?.value == 1 { return true }
        return false
    }

    /// Starts the search for a stick, which runs in a child beside the loop. Only on an appliance's own system.
    ///
    /// - Parameters:
    ///   - isHeld: a footswitch was held at power-up.
    ///   - nothingIsKept: nothing can be restored, because saved files will not survive a power cut.
    func serveStickAtStart(isHeld: Bool, nothingIsKept: Bool) {
        if isSimulated || treadle_owns_machine() == 0 { return }
        if isHeld && nothingIsKept { return Console.error("treadle: nothing is restored, since nothing is kept\n") }
        if isHeld {
            stick.restore(StateFolder.ofAppliance, waits: true)
        } else {
            stick.backUp(StateFolder.folder(of: running.path), waits: true)
        }
    }

    /// Shows the outcome when the stick's child has ended.
    func serveStick() {
        if stick.serve() { link.tell(.stick(stick.outcome)) }
    }
}
