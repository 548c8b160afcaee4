import MIDI

/// One way a controller message takes: through a routing, by a remap of it or as it is.
struct ControllerPath {
    let routing: UnsafePointer<Routing>
    /// Index into the preset's remaps; nil: it passes as it is.
    let remap: UInt16?
    /// The channel it leaves on, 0...15.
    let channel: UInt8
}

extension Router {
    /// Controllers, the box's own included (R8, R20).
    mutating func controller(_ message: Message, from source: UInt8) {
        let channel = message.inputChannel
        if controllers.head(source, channel) != HeldControllers.none {
            retained(message, from: source)
        }
        forEachPath(message, from: source) { router, path in
            router.send(message, from: source, along: path)
        }
    }

    /// Every way the settings in force let a controller message take, in the order of R1.
    @inline(__always)
    private mutating func forEachPath(
        _ message: Message, from source: UInt8, _ body: (inout Router, ControllerPath) -> Void
    ) {
        guard let slot = ControlInput.slot(of: message) else { return }
        let isOwn = message.kind == .motion || message.kind == .contact
        for concern in concerned(by: message, from: source) {
            guard let routing = admitted(concern, channel: isOwn ? nil : message.channel) else { continue }
            var next = Remap.none
            if let heads = routing.pointee.remapHeads, !routingStates[Int(concern.routing)].bypassed {
                next = heads[slot]
            }
            if next == Remap.none {
                // What the box's own controllers send is only what remaps make of them.
                if isOwn || filters(routing, message.kind, concern) { continue }
                body(
                    &self,
                    ControllerPath(
                        routing: routing, remap: nil, channel: routing.pointee.outChannel(message.channel)))
            }
            while next != Remap.none {
                let remap = preset.pointee.remaps + Int(next)
                if remap.pointee.output != .nothing {
                    let channel =
                        remap.pointee.channel == Routing.keepsChannel
                        ? routing.pointee.outChannel(message.inputChannel) : remap.pointee.channel
                    body(&self, ControllerPath(routing: routing, remap: next, channel: channel))
                }
                next = remap.pointee.next
            }
        }
    }

    private mutating func send(_ message: Message, from source: UInt8, along path: ControllerPath) {
        guard let remapIndex = path.remap else {
            deliver(message.on(channel: path.channel), part: 0, of: message, from: source, along: path, remap: nil)
            return
        }
        let remap = preset.pointee.remaps + Int(remapIndex)
        let value = remap.pointee.value(of: message)
        if message.kind == .motion {
            // F4: only when the sent value changes.
            if sentValues[Int(remapIndex)] == value { return }
            sentValues[Int(remapIndex)] = value
        }
        for part in 0..<remap.pointee.output.messageCount {
            let out = remap.pointee.output.message(part, value: value, channel: path.channel)
            deliver(out, part: part, of: message, from: source, along: path, remap: remap)
        }
    }

    private mutating func deliver(
        _ out: Message, part: Int, of message: Message, from source: UInt8, along path: ControllerPath,
        remap: UnsafePointer<Remap>?
    ) {
        for end in 0..<Int(path.routing.pointee.destinationCount) {
            let destination = path.routing.pointee.destinations[end]
            if let controller = RetainedController(out) {
                retain(controller, out, part: part, of: message, from: source, to: destination, remap: remap)
            }
            send(out, to: destination)
        }
    }
}

// MARK: - Retention (H4 to H8)

extension Router {
    /// Remembers the way of what went away from rest; forgets the way of what came back.
    private mutating func retain(
        _ controller: RetainedController, _ out: Message, part: Int, of message: Message, from source: UInt8,
        to destination: UInt8, remap: UnsafePointer<Remap>?
    ) {
        var path = HeldControllers.Path()
        path.source = source
        path.channel = message.inputChannel
        path.slot = UInt16(ControlInput.slot(of: message) ?? 0)
        path.destination = destination
        path.outChannel = out.channel
        path.controller = controller
        if let remap {
            path.remap = remap.pointee
            path.isRemapped = true
            path.part = UInt8(part)
        }
        let known = controllers.find(path)
        if controller.value(of: out) == controller.rest {
            if known != HeldControllers.none { controllers.remove(known) }
        } else if known != HeldControllers.none {
            controllers.update(known, path)
        } else {
            if controllers.isFull { releaseController(controllers.oldest, counted: true) }
            controllers.add(path)
        }
    }

    /// What is away from rest keeps its old way until it comes back, unless the settings in force send the very same
    /// controller to the same channel of the same destination (H8).
    private mutating func retained(_ message: Message, from source: UInt8) {
        guard let slot = ControlInput.slot(of: message) else { return }
        var index = controllers.head(source, message.inputChannel)
        while index != HeldControllers.none {
            let path = controllers.paths[Int(index)]
            let next = path.next
            if Int(path.slot) == slot && !isCovered(path, message, from: source) {
                let out = path.message(for: message)
                if path.controller.value(of: out) == path.controller.rest { controllers.remove(index) }
                send(out, to: path.destination)
            }
            index = next
        }
    }

    private mutating func isCovered(_ old: HeldControllers.Path, _ message: Message, from source: UInt8) -> Bool {
        var covered = false
        forEachPath(message, from: source) { router, path in
            guard path.channel == old.outChannel else { return }
            if let remap = path.remap {
                guard router.preset.pointee.remaps[Int(remap)].output.moves(old.controller) else { return }
            } else if RetainedController(message) != old.controller {
                return
            }
            for end in 0..<Int(path.routing.pointee.destinationCount)
            where path.routing.pointee.destinations[end] == old.destination {
                covered = true
            }
        }
        return covered
    }

    /// Brings a remembered controller to rest where it went (H9, and when the table is full).
    mutating func releaseController(_ index: UInt16, counted: Bool) {
        let path = controllers.paths[Int(index)]
        controllers.remove(index)
        if counted { status.dropped &+= 1 }
        send(path.controller.atRest(channel: path.outChannel), to: path.destination)
    }
}

extension HeldControllers.Path {
    /// What a further message of the input becomes along this old way (H7).
    func message(for message: Message) -> Message {
        if !isRemapped { return message.on(channel: outChannel) }
        return remap.output.message(Int(part), value: remap.value(of: message), channel: outChannel)
    }
}

extension Message {
    /// The channel a controller is known by at its source; the box's own have none and stand at 0.
    @inline(__always)
    var inputChannel: UInt8 { kind == .motion || kind == .contact ? 0 : channel }
}
