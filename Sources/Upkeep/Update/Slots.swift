import CPlatform

/// The two slots of a card or disk and the selector between them (I5). docs/reference/UPDATE.md has the states.
package struct Slots<Card: CardSectors> {
    package var card: Card
    package let selector: BootSelector
    /// The slot that runs: partition 2 or 3.
    package let running: Int

    package init(card: Card, selector: BootSelector, running: Int) {
        (self.card, self.selector, self.running) = (card, selector, running)
    }

    /// The slot that an update is written to.
    package var other: Int { 5 - running }

    /// Returns the selector's choice of slots for the next start.
    package mutating func choice() throws(UpdateProblem) -> BootSelector.Choice {
        let (sector, file) = try selectorSector()
        guard let choice = selector.choice(in: sector, size: file.size) else { throw .noSelector(selector.name) }
        return choice
    }

    /// Makes every start from now on use the running slot, or throws.
    ///
    /// - Parameter isOnTrial: whether the running slot is on trial. Then the other slot is the fallback, and must not
    ///   be overwritten.
    package mutating func settle(isOnTrial: Bool) throws(UpdateProblem) {
        if isOnTrial { throw .trialRuns }
        let choice = try choice()
        // GRUB has started this slot because the chosen one is damaged, or an update was armed and never started.
        if choice.slot != running || selector == .grubenv && choice.trial != nil { try commit() }
    }

    /// Writes the image into the other slot, checks what it wrote, and reads it back. The first sector is written last:
    /// without it the slot has no file system, so neither firmware nor GRUB starts a half-written slot.
    ///
    /// - Parameter progress: receives the number of bytes that are written, plus those that are read back: at the end
    ///   twice `header.length`.
    package mutating func write(_ file: borrowing UpdateFile, progress: (UInt64) -> Void) throws(UpdateProblem) {
        let (length, other) = (file.header.length, other)
        if length > card.size(other) { throw .tooLarge }
        let nothing = [UInt8](repeating: 0, count: 512)
        try card.write(other, at: 0, nothing)
        var first: [UInt8] = []
        var card = card
        let written = try file.pass { at, piece throws(UpdateProblem) in
            var piece = piece
            if at == 0 {
                first = Array(piece[..<512])
                piece.replaceSubrange(..<512, with: nothing)
            }
            try card.write(other, at: at, piece)
            progress(at + UInt64(piece.count))
        }
        self.card = card
        if written != file.hash { throw .changed }
        guard var hash = UpdateHash() else { throw .device("memory", -ENOMEM) }
        hash.add(try file.headerSector()[...])
        var at: UInt64 = 0
        while at < length {
            let count = Int(min(UInt64(UpkeepLimits.updatePiece), length - at))
            var piece = try self.card.sectors(other, at: at, count)
            if at == 0 {
                if piece[..<512] != nothing[...] { throw .readBack }
                piece.replaceSubrange(..<512, with: first)
            }
            hash.add(piece[...])
            at += UInt64(count)
            progress(length + at)
        }
        if hash.end() != file.hash { throw .readBack }
        try self.card.write(other, at: 0, first)
        if try self.card.sectors(other, at: 0, 512) != first { throw .readBack }
    }

    /// Makes the next start a trial of the other slot. On a Raspberry Pi, the restart must request the trial too.
    package mutating func arm() throws(UpdateProblem) { try select(.init(slot: running, trial: other)) }

    /// Makes the running slot the one for all starts from now on.
    package mutating func commit() throws(UpdateProblem) {
        try select(.init(slot: running, trial: selector == .autoboot ? other : nil))
    }

    /// Rewrites the selector's sector if it contains another choice.
    private mutating func select(_ choice: BootSelector.Choice) throws(UpdateProblem) {
        let (sector, file) = try selectorSector()
        guard let old = selector.choice(in: sector, size: file.size),
            let new = selector.sector(choice, over: sector, size: file.size)
        else { throw .noSelector(selector.name) }
        if old == choice { return }
        try card.write(1, at: file.offset, new)
        if try card.sectors(1, at: file.offset, 512) != new { throw .readBack }
    }

    private mutating func selectorSector() throws(UpdateProblem) -> ([UInt8], FATFile) {
        guard let file = try FATFile.find(selector.path, &card) else { throw .noSelector(selector.name) }
        return (try card.sectors(1, at: file.offset, 512), file)
    }
}
