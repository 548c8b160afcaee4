import BLEMIDI
import Bluetooth
import CPlatform
import Configuration
import Engine
import Loop
import Panel
import Plan

extension LinkLoop {
    init(_ link: LoopLink, _ box: BoxConfiguration) {
        let isOpen = box.bluetooth?.needsEncryption == false
        let name = LinkLoop.serverName(box.bluetooth?.name ?? "")
        let buffers = box.ports.map { $0.buffer }
        self.link = { linked, socket in
            // B10: what waits beyond the least that the kernel can keep waits in the lanes of the port.
            _ = treadle_socket_bound(socket, 1)
            _ = treadle_never_wait(socket)
            var server = ATTServer(name: name, isOpen: linked.isEncrypted || isOpen)
            server.agree(onMTU: linked.mtu)
            if linked.isSubscribed { server.resumeNotifying() }
            link.tell(
                .link(
                    LinkedPeer(
                        slot: UInt8(linked.slot), identity: linked.address.identity, port: PortIndex(linked.port),
                        socket: socket, isCentral: linked.isCentral, server: server, valueHandle: linked.valueHandle,
                        writesWithResponse: linked.writesWithResponse, mtu: UInt16(server.mtu),
                        buffer: buffers[linked.port], isAnnounced: true)))
        }
        identify = { link.tell(.identify(slot: UInt8($0), identity: $1.identity)) }
        unlink = { link.tell(.unlink(slot: UInt8($0))) }
        show = { link.tell(.pairing(ShownPairing(asked: $0.asked, row: $0.row, isQuestion: $0.isQuestion))) }
        showRefusal = { link.tell(.refusedPairing) }
        list = { state, connected, rows in
            link.tell(.bluetooth(DisplayText(state.unicodeScalars), connected: UInt8(connected)))
            for row in rows { link.tell(.bluetoothRow(row)) }
        }
    }

    private static func serverName(_ name: String) -> ServerName {
        var name = name
        return name.withUTF8 { ServerName(UnsafeRawBufferPointer($0)) }
    }
}
