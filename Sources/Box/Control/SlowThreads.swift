import CPlatform
import Configuration
import Host
import Loop
import Panel

/// The threads of the slow buses: tilt, pedals and panel. A simulated box has none.
final class SlowThreads {
    private let tilt: TiltThread?
    private let pedals: SensorThread<PedalEvent>?
    private let panel: PanelThread?
    /// The bus of the tilt sensor hangs, and the loop knows.
    private var isTiltHanging = false
    /// The bus of the pedals hangs, and the loop knows.
    private var arePedalsHanging = false

    init(_ box: BoxConfiguration, loop: UnsafeMutablePointer<Loop>, isSimulated: Bool) {
        tilt = isSimulated ? nil : box.motion.flatMap { TiltThread($0, loop: loop) }
        pedals = isSimulated ? nil : SensorThread(box, loop: loop)
        panel = isSimulated ? nil : PanelThread(box, loop: loop, tilt: tilt)
    }

    func start() {
        tilt?.start()
        pedals?.start()
        panel?.start()
    }

    /// Ends all threads. A bus that hangs delays the end of the box by at most a second (E5).
    func stop() {
        let threads = [tilt?.thread, pedals?.thread, panel?.thread]
        for thread in threads { thread?.askToEnd() }
        let deadline = treadle_now() + SlowThread.stopTime
        for thread in threads { thread?.hasEnded(by: deadline) }
    }

    /// Shows a code or a line of the page on the display (W4). Returns whether there is one.
    func show(_ page: ShownPage) -> Bool {
        panel?.show(page)
        return panel?.hasDisplay ?? false
    }

    /// Gives the display the QR code that the menu shows (L6).
    func show(_ code: QRCode) { panel?.show(code) }

    /// F5: reports a bus that hangs. The thread of the sensor cannot report this itself in the middle of a transfer;
    /// after the transfer it reports the sensor's state.
    func watchSensors(_ link: LoopLink, at now: UInt64) {
        if let tilt, hasBegun(tilt.hangs(at: now), &isTiltHanging, "motion", tilt.bus) { link.tell(.tiltIsLost) }
        if let pedals, hasBegun(pedals.hangs(at: now), &arePedalsHanging, "pedals", pedals.bus) {
            link.tell(.pedalIsLost)
        }
    }

    /// Whether a bus has begun to hang. Prints an error then.
    private func hasBegun(_ hangs: Bool, _ isHanging: inout Bool, _ sensor: String, _ bus: String) -> Bool {
        if hangs == isHanging { return false }
        isHanging = hangs
        if hangs { Console.error("treadle: \(sensor): the bus \(bus) hangs\n") }
        return hangs
    }
}
