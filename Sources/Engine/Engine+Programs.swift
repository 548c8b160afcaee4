import Panel
import Routing

// Footswitches that programs press (F1).
extension Engine {
    /// Handles a footswitch that programs hold, or hold no more.
    package func hold(_ index: Int, _ isHeld: Bool, at time: UInt64) {
        recorder?.note(.hold, port: UInt8(index), detail: isHeld ? 1 : 0, at: time)
        advance(to: time)
        notices.backlight.event(at: time)
        if isHeld { readStartNotice() }
        switches.singles = router.singles  // F6
        switches.hold(index, isHeld, at: time) { gesture($0, $1, $2) }
        afterMenu()
    }
}
