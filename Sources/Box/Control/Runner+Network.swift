import Configuration
import Devices
import Host
import Network

extension Runner {
    /// Nanoseconds after which UDP ports of another program are tried again.
    private static let retryPause: UInt64 = 2_000_000_000

    /// Opens the network if the configuration has one. If another program has the UDP ports, reports this once and
    /// tries again until they are free.
    func openNetwork(at now: UInt64) {
        let box = configuration.box
        guard box.network.isOn, network == nil else { return }
        networkRetryAt = UInt64.max
        do throws(DeviceError) {
            network = try NetworkControl.open(box, link)
            if networkFailure != nil { Console.out("treadle: network: UDP port \(box.network.port) is free now\n") }
            networkFailure = nil
        } catch {
            networkRetryAt = now + Runner.retryPause
            if networkFailure != error.message {
                Console.error("treadle: network: \(error.message); tried again until it works\n")
            }
            networkFailure = error.message
        }
    }

    /// Serves the peers of the network.
    ///
    /// - Parameter hasNews: whether the network's descriptor is readable.
    func serveNetwork(hasNews: Bool, at now: UInt64) {
        if now >= networkRetryAt { openNetwork(at: now) }
        guard let network, hasNews || now >= network.deadline else { return }
        network.serve(at: now)
        sayNetworkPorts()
        addresses.show(turnedAway: network.director.turnedAway.map { $0.name.visible })
    }
}
