import MIDI
import Plan

// Pedals, bends and pressures away from rest, stored with their path (H4, H5, H6).
extension Router {
    /// Stores the path of a controller that left rest; removes the path when the controller returns to rest.
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

    /// Copies a remap and its internal value into a path.
    mutating func follow(_ remap: UnsafePointer<Remap>, _ path: inout HeldControllers.Path) {
        path.remap = remap.pointee
        path.isRemapped = true
        path.value = stages.remaps[remap.pointee.state]
        // A remap with `decrement` has two inputs that move one value, so they share one path.
        if remap.pointee.backSlot != Remap.none { path.input.slot = remap.pointee.forwardSlot }
    }

    /// Stores a new path. If there is no room, the oldest path is brought to rest and counted as dropped.
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

    /// Brings a stored controller to rest at its destination (H9, H11), or ends a stored note.
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
