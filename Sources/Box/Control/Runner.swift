import CPlatform
import Configuration
import Devices
import Host
import Loop
import Network
import Upkeep

/// The control thread of a running box, which does all work that may wait. Each part has one concern.
final class Runner {
    /// The loop with its commands, thread and signs of life.
    let link: LoopLink
    /// The threads of tilt, pedals and panel.
    let threads: SlowThreads
    let ports: Ports
    /// Network MIDI; nil if the box has no network, or another program has the UDP ports.
    var network: NetworkControl?
    /// MIDI-CI; nil if the configuration has switched it off.
    let inquiries: CIControl?
    /// Why a network that the configuration has is off.
    var networkFailure: String?
    /// When the UDP ports of another program are tried again, in ns; `UInt64.max`: never.
    var networkRetryAt = UInt64.max
    /// The configuration that runs, and its files.
    let running: RunningConfiguration
    /// The connected clients and the simulator.
    let clients: Clients
    /// The state of the box for clients that follow it.
    let stateNews = StateNews()
    /// How long the loop takes; nil if nobody has asked for a minute.
    var timing: LoopTiming?
    let recorder: FlightRecorder
    /// The tasks of the menu.
    let tasks: MenuTasks
    let addresses: Addresses
    /// The wireless network; nil if the file has none, or the machine is another system's (L).
    let wifi: WiFiControl?
    /// What the menu shows of it.
    var wifiRows = WiFiRows()
    let stick = StickControl()
    /// The box as a USB device; nil if the configuration has none (I9).
    let usbDevice: USBDeviceControl?
    /// Bluetooth; nil if the configuration has none, or the machine's own Bluetooth has the radio.
    var bluetooth: BluetoothControl?
    /// Whether Bluetooth belongs to the box as on an appliance (`run --bluetooth`).
    var ownsRadio = false
    /// Whether the drivers of the radio were loaded.
    var hasRadioDrivers = false
    /// The page's process (W1).
    let web: WebControl
    let webFolders: WebFolders
    /// What the page shows on the display.
    var page = ShownPage()
    /// What the page is to be, and of which configuration and host name that was made.
    var wantedPage: (settings: WebSettings?, of: CompiledConfiguration, host: String?)?
    /// Where `--http` serves the page; nil: as the configuration says.
    var pagePlace: WebPlace?
    /// Announces the page of a box without sessions; nil if that is not needed.
    var pageDiscovery: Discovery?
    /// The box's name under `.local` that mDNS has given it last.
    var hostInUse: String?
    /// Whether the address of the page was printed.
    var isPageSaid = false
    /// The preset and tempo that are restored at power-up (P6).
    var last: LastState
    /// The unread reports of the loop.
    var news: LoopNews
    let signals: Int32
    /// Watches the files of the configuration (`run --watch`).
    var watch: ConfigurationWatch?
    /// Prints all counters at the end (`run --verbose`).
    var isVerbose = false
    var times = StartTimes()
    let update = UpdateControl()
    /// Installs an update after the start; nil in a box with a menu, whose player installs updates.
    var updateAtStart: UpdateAtStart?
    /// Receives the answers to the menu's last request for an update.
    var updateAnswer: (CardAnswer) -> Void = { _ in }
    /// Exports the configuration to the card, for the menu (I3).
    let export = ExportControl()
    /// Backups and restoring for the page (W15).
    let archives = ArchiveControl()
    /// The folder of the uploads of the page's process; nil while the box takes none.
    var uploads: String?
    /// The trial of the running version; nil if the version is not on trial (I5).
    var trial: TrialWatch?
    /// The watchdog that process 1 has opened; nil without one (I6).
    var watchdog: HardwareWatchdog?
    /// The service manager that has started the box; nil without one.
    var manager: ServiceManager?
    let startedAt = treadle_now()

    /// Creates everything that the box needs; nil if there is not enough memory, or no free descriptor.
    init?(
        _ configuration: CompiledConfiguration, path: String, socket: String?, signals: Int32, isSimulated: Bool,
        isAppliance: Bool = false
    ) {
        let box = configuration.box
        self.signals = signals
        Console.out("Treadle \(Treadle.version): \(box.name)\n")
        let sequencer = Runner.openSequencer()
        let contacts = isSimulated ? ContactLines.none(box) : ContactLines.open(box)
        guard let loop = Loop(configuration, sequencer: sequencer.0, contacts: contacts) else { return nil }
        link = LoopLink(loop)
        threads = SlowThreads(box, loop: link.loopAddress, isSimulated: isSimulated)
        ports = Ports(box, link, sequencer: sequencer, isSimulated: isSimulated)
        running = RunningConfiguration(configuration, path: path, link)
        let folder = StateFolder.besides(path)
        inquiries = !box.midiCI.isEnabled ? nil : CIControl(box, link, folder: folder, asks: !isSimulated)
        let simulator =
            isSimulated ? Simulator(configuration, loop: link.loopAddress, path: path, signals: signals) : nil
        let socketPath = ControlPath.own(socket, besides: path)
        clients = Clients(ControlServer(socketPath) ?? ControlServer(), simulator, link)
        webFolders = WebFolders(of: path, socket: socketPath)
        web = WebControl(webFolders.words)
        recorder = FlightRecorder(link.loopAddress, folder: folder)
        tasks = MenuTasks(running, link)
        // Only on the image's own system. A service on a computer also runs with --appliance, but must not set the
        // computer's addresses.
        addresses = Addresses(box, link, isAppliance: isAppliance && !isSimulated && treadle_owns_machine() != 0)
        wifi =
            !addresses.isAppliance
            ? nil : box.network.wifi.map { WiFiControl($0, address: box.network.address, folder: folder) }
        usbDevice = box.isUSBDevice && !isSimulated ? USBDeviceControl(box) : nil
        last = LastState(in: folder)
        news = LoopNews(link.loop.reports, links: box.loopLinks)
    }

    private static func openSequencer() -> (Sequencer?, refusal: DeviceError?) {
        do throws(DeviceError) {
            return (try Sequencer(), nil)
        } catch {
            return (nil, error)
        }
    }

    /// The configuration that the loop was given last.
    var configuration: CompiledConfiguration { running.current }

    var isSimulated: Bool { ports.finder == nil }

    /// Starts the ports, the loop, then the other threads. The box also runs without realtime scheduling; a refusal is
    /// reported once.
    func start(isRealtime: Bool, beginsWithPanic: Bool) {
        restoreVariables()
        let preset = firstPreset
        link.loop.prepare(
            preset: preset, tempo: firstTempo(of: preset), setList: firstSetList, beginsWithPanic: beginsWithPanic)
        recorder.keepMoment(of: configuration)
        // Early, so that the child sets up the USB device while the other ports open.
        serveUSBDevice(at: treadle_now())
        openNetwork(at: treadle_now())
        ports.hasBluetooth = hasBluetooth
        ports.start()
        sayNetworkPorts()
        restoreLight()
        times.mark("ports")
        link.start(isRealtime: isRealtime)
        threads.start()
        addresses.start()
        openBluetooth(at: treadle_now())
        startWiFi()
        if !isSimulated {
            if let refusal = PortScan.refusal { Console.error("treadle: \(refusal.message)\n") }
            if !isRealtime { Realtime.renounce() }
            Realtime.printKernel()
        }
        let folder = StateFolder.folder(of: running.path)
        TemporaryFiles.remove(from: folder)
        TemporaryFiles.remove(from: folder, inner: "presets")
        TemporaryFiles.remove(from: StateFolder.besides(running.path))
    }
}
