/// The descriptors that wake the control thread.
enum ControlWake: Equatable {
    case signals, loop, hotplug, sequencer, files, network, addresses, update, export, archives, stick, usbDevice
    case page, bluetooth, wifi
    case simulator(SimulatorWake)
    case server(ServerWake)

    /// The descriptors of the simulator.
    enum SimulatorWake {
        case keys, captured, timer, panel
        /// The terminal can be written.
        case output
    }

    /// The descriptors of the server.
    enum ServerWake: Equatable {
        case listener
        /// A client, named by its descriptor.
        case client(Int32)
    }
}
