import CPlatform
import Configuration
import Loop

/// The threads of the slow buses: tilt and panel. A simulated box has neither.
final class SlowThreads {
    private let tilt: TiltThread?
    private let panel: PanelThread?
    /// The bus of the tilt sensor hangs, and the loop was told.
    private var isTiltHanging = false

    init(_ box: BoxConfiguration, loop: UnsafeMutablePointer<Loop>, isSimulated: Bool) {
        tilt = isSimulated ? nil : box.motion.flatMap { TiltThread($0, loop: loop) }
        panel = isSimulated ? nil : PanelThread(box, loop: loop, tilt: tilt)
    }

    func start() {
        tilt?.start()
        panel?.start()
    }

    /// Ends both threads. A bus that hangs delays the end of the box by at most a second (E5).
    func stop() {
        let threads = [tilt?.thread, panel?.thread]
        for thread in threads { thread?.askToEnd() }
        let deadline = treadle_now() + SlowThread.stopTime
        for thread in threads { thread?.hasEnded(by: deadline) }
    }

    /// F5: reports a bus that hangs. The tilt thread cannot report it itself in the middle of a transfer; after the
    /// transfer it reports the sensor's state.
    func watchTilt(_ link: LoopLink, at now: UInt64) {
        let hangs = tilt?.hangs(at: now) ?? false
        if hangs == isTiltHanging { return }
        isTiltHanging = hangs
        if !hangs { return }
        Console.error("treadle: motion: the bus \(tilt?.bus ?? "") hangs\n")
        link.tell(.tiltIsLost)
    }
}
