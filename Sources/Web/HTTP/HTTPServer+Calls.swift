import CPlatform

extension HTTPServer {
    /// What the C side calls. A request is an `HTTPTransfer`, which it holds from `begin` to `end`.
    static var calls: treadle_web_calls {
        treadle_web_calls(
            context: nil,
            admit: { server, bytes, count in HTTPServer.of(server).admit(WebAddress(bytes, count)) ? 1 : 0 },
            begin: { server, connection in
                let transfer = HTTPTransfer(HTTPServer.of(server), connection!)
                let place = Unmanaged.passRetained(transfer)
                transfer.begin()
                return place.toOpaque()
            },
            body: { transfer, bytes, count in
                HTTPTransfer.of(transfer).append(UnsafeRawBufferPointer(start: bytes, count: count))
            },
            whole: { transfer in HTTPTransfer.of(transfer).finish() },
            more: { transfer, bytes, room in
                HTTPTransfer.of(transfer).fill(UnsafeMutableRawBufferPointer(start: bytes, count: room))
            },
            end: { transfer in
                Unmanaged<HTTPTransfer>.fromOpaque(transfer!).takeRetainedValue().end()
            },
            closed: { server, number in HTTPServer.of(server).ended(Int(clamping: number)) })
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPServer {
        Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
    }
}

extension HTTPTransfer {
    fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> HTTPTransfer {
        Unmanaged<HTTPTransfer>.fromOpaque(context!).takeUnretainedValue()
    }
}
