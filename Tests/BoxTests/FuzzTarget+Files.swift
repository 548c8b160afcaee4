import Configuration
import Foundation
import Host
import Testing

@testable import Box
@testable import Network
@testable import Upkeep

/// Files and lines that the box did not write itself, or that somebody may have changed since.
extension FuzzTarget {
    /// The inputs of the kinds that begin with what the program's own parts make.
    static func made(_ kind: FuzzKind) -> [[UInt8]]? {
        switch kind {
        case .update:
            return [UpdateVectors.Kind.newer, .pc, .withdrawing, .withdrawingNonsense].map {
                UpdateVectors.header("raspberry-pi", "0.2.0") + Array(UpdateVectors.signature($0).utf8)
            }
        case .card:
            return [BootSelector.autoboot, .grubenv].map { ModelCard($0).partitions[1]! }
        default: return nil
        }
    }

    private static let cards = [BootSelector.autoboot: ModelCard(.autoboot), .grubenv: ModelCard(.grubenv)]

    /// Header and signature of an update, its keys and its notes (I5). The image is left out, so no signature is right.
    func update(_ input: [UInt8]) {
        let signature = Array(input.dropFirst(UpdateHeader.size))
        let (inUse, inReserve) = (UpdateVectors.key, UpdateVectors.reserveKey)
        #expect(throws: UpdateProblem.self) {
            _ = try UpdateHeader(Array(input.prefix(UpdateHeader.size)))
            _ = try Minisign.Signature(signature).check(
                [UInt8](repeating: 0, count: 64), by: UpdateVectors.keys(inUse, inReserve))
        }
        let scratch = FuzzFolder()
        let file = scratch.path + "/update.treadle"
        try? Data(input).write(to: URL(fileURLWithPath: file))
        #expect(throws: UpdateProblem.self) {
            var update = try UpdateFile(file)
            try update.verify(by: UpdateVectors.keys(inUse, inReserve))
        }
        _ = Minisign.Key(signature)
        _ = WithdrawnKeys(comment: signature)
        let withdrawn = WithdrawnKeys(text: signature)
        #expect(WithdrawnKeys(text: Array(withdrawn.numbers.map { $0.text + "\n" }.joined().utf8)) == withdrawn)
        if let note = TrialNote(signature) { #expect(TrialNote(Array(note.text.utf8)) == note) }
    }

    /// The first partition of a card with its boot selector, and the card's table of partitions (I2, I5).
    func card(_ input: [UInt8]) {
        let whole = input + [UInt8](repeating: 0, count: (512 - input.count % 512) % 512)
        for selector in [BootSelector.autoboot, .grubenv] {
            var card = FuzzTarget.cards[selector]!
            card.partitions[1] = whole
            var slots = Slots(card: card, selector: selector, running: 2)
            guard (try? slots.choice()) != nil else { continue }
            try? slots.arm()
            #expect(throws: Never.self) { try slots.choice() }
        }
        for start in stride(from: 0, to: whole.count, by: 512) {
            var sector = Array(whole[start..<start + 512])
            (sector[510], sector[511]) = (0x55, 0xAA)
            // The data partition, so that it may grow.
            sector[446 + 16 * 3 + 4] = 0x83
            for sectors in [0, 1 << 21, UInt64(UInt32.max) + 1, UInt64.max] as [UInt64] {
                guard let record = BootRecord(sector), let grown = record.grown(to: sectors) else { continue }
                #expect(grown[BootRecord.data].count > record[BootRecord.data].count)
                #expect(grown[BootRecord.data].start + grown[BootRecord.data].count <= sectors)
            }
        }
    }

    /// What the child for mDNS prints (N5).
    func child(_ input: [UInt8]) {
        var (lines, rest) = (LineBuffer(), input[...])
        var found = FoundServices()
        while !rest.isEmpty {
            let piece = rest.prefix(1 + Int(rest[rest.startIndex]) * 16)
            rest = rest.dropFirst(piece.count)
            lines.add(piece)
            while let line = lines.next() {
                switch DiscoveryLine(line[...]) {
                case .found(let service, let isIPv6): _ = found.found(service, isIPv6)
                case .lost(let name, let interface, let isIPv6): _ = found.lost(name, interface, isIPv6)
                default: continue
                }
                #expect(found.lostInSearch(UInt64.max - 1).isEmpty)
            }
        }
    }

    /// A text for a file of the configuration from a peer (U9). It changes nothing by being compiled.
    func set(_ input: [UInt8]) {
        let scratch = FuzzFolder()
        let folder = scratch.configuration
        for name in ["box.yaml", "presets/a.yaml"] {
            guard case .success(let running) = Configuration.load(path: folder) else {
                Issue.record("the configuration itself is bad")
                return
            }
            _ = try? FileReplacement(path: folder, name: name, by: input, asRead: running.fileHashes)
        }
        #expect(scratch.changed == [])
    }

    /// The journal of an edit that somebody left in a folder (M12): it changes files of the configuration and no
    /// others.
    func journal(_ input: [UInt8]) {
        let scratch = FuzzFolder()
        let folder = scratch.configuration
        try? Data(input).write(to: URL(fileURLWithPath: folder + "/.treadle-edit"))
        var journal = EditJournal(in: folder, SystemCalls())
        journal.finish()
        let others = scratch.changed.filter { name in
            // What a file held before it was replaced (E4).
            let name = name.hasSuffix(".before") ? String(name.dropLast(7)) : name
            let isPreset =
                name.hasPrefix("box/presets/") && name.hasSuffix(".yaml") && name.split(separator: "/").count == 3
            return name != "box/box.yaml" && !isPreset
        }
        #expect(others == [])
    }

    /// What the box keeps for its next start (P6, P8), where each file says something else, and one is a link.
    func last(_ input: [UInt8]) {
        let scratch = FuzzFolder()
        let folder = scratch.configuration
        let parts = input.split(separator: 10, maxSplits: LastState.names.count - 1, omittingEmptySubsequences: false)
        for (name, text) in zip(LastState.names, parts) {
            try? Data(text).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        symlink("../outside", folder + "/" + LastState.names[parts.count % LastState.names.count])
        var last = LastState(in: folder)
        if let tempo = last.tempo(insteadOf: 12_000) { #expect(2000...30000 ~= tempo) }
        _ = last.setListPlace(among: ["Friday", ""])
        _ = last.light.read()
        last.preset.keep(last.preset.read() + "x", at: 1)
        last.setList.keep("1 Friday", at: 1)
        last.tempo.keep("100 120", at: 1)
        last.light.keep("50", at: 1)
        last.end()
        #expect(scratch.changed.allSatisfy { $0.hasPrefix("box/.last-") })
    }
}
