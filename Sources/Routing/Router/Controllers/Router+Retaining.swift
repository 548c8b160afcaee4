import MIDI
import Program

// Pedals, bends and pressures that are away from rest, remembered with their path (H4, H5, H6).
extension Router {
    /// Remembers the path of a controller that left its rest; forgets it when the controller comes back.
    mutating func retain(
        _ controller: RetainedController, _ out: Message, part: Int, _ input: InputKey, to destination: PortIndex,
        remap: UnsafePointer<Remap>?
    ) {
        var path = HeldControllers.Path()
        path.input = input
        path.destination = destination
        path.outChannel = out.channel
        path.controller = controller
        path.part = UInt8(part)
        path.sentBy = working.routing
        path.sentIn = workingPreset
        if let remap { follow(remap, &path) }
        let known = ledger.controllers.find(path)
        if controller.value(of: out) == controller.rest {
            if !known.isNone { ledger.controllers.remove(known) }
        } else if !known.isNone {
            ledger.controllers.update(known, path)
        } else {
            addPath(path)
        }
    }

    /// Lets a path go by a remap from now on.
    mutating func follow(_ remap: UnsafePointer<Remap>, _ path: inout HeldControllers.Path) {
        path.remap = remap.pointee
        path.isRemapped = true
        path.value = stages.remaps[remap.pointee.state]
        // Both inputs move one value, so there is one path.
        if remap.pointee.backSlot != Remap.none { path.input.slot = remap.pointee.forwardSlot }
    }

    /// Remembers a path that is not remembered yet. When there is no room the oldest is brought to rest, and counted.
    mutating func addPath(_ path: HeldControllers.Path) {
        var path = path
        path.sentBy = working.routing
        path.sentIn = workingPreset
        if ledger.controllers.isFull {
            releaseController(ledger.controllers.oldest, counted: true)
            working = AtWork(path.sentBy, of: path.sentIn)
        }
        path.began = ledger.nextBegun()
        path.pressedAt = Ledger.pressTime(now)
        ledger.controllers.add(path)
    }

    /// Brings a remembered controller to rest where it went (H9, and when the table is full).
    mutating func releaseController(_ slot: Slot, counted: Bool) {
        let path = ledger.controllers[slot]
        working = AtWork(path.sentBy, of: path.sentIn)
        if counted {
            outputs.countDrop()
            why(.tooManyHeld, to: path.destination)
        }
        guard let controller = path.controller else { return endNote(slot) }
        ledger.controllers.remove(slot)
        outputs.send(controller.atRest(channel: path.outChannel), to: path.destination, at: now)
    }
}
