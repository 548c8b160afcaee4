import Foundation

@testable import Box
@testable import Upkeep

/// Updates signed by minisign 0.11 with keys that were made for these vectors and thrown away (I5).
enum UpdateVectors {
    static let key = """
        untrusted comment: minisign public key B0241B8A0A5F7846
        RWRGeF8KihsksOTFmxnOGqVCOBq9ZMh0QuOSWBJ5ECC6hVun5SmW89NE
        """
    static let otherKey = """
        untrusted comment: minisign public key CD79D52B82F6D1A0
        RWSg0faCK9V5zf5MzRRpQL1sa1G/okjvl5ojYrieCGPb7KL9gtfPp2Gq
        """

    /// The key in reserve, which withdraws `key`.
    static let reserveKey = """
        untrusted comment: minisign public key 14823728D1099D96
        RWSWnQnRKDeCFK+4LcVNI26p1+10gZHKPLJl9ybJjOhTxdat3Y7fAhDN
        """

    enum Kind: CaseIterable { case newer, older, pc, otherKey, withdrawing, withdrawingNonsense }

    /// The first key of a folder is the one in use.
    static func keys(_ texts: String...) -> UpdateKeys {
        var keys = UpdateKeys()
        for (index, text) in texts.enumerated() {
            let use = index == 0 ? UpdateKeys.Use.inUse : .inReserve
            keys.trusted.append(.init(use: use, key: Minisign.Key(Array(text.utf8))!))
        }
        return keys
    }

    /// Header and image: 600 KiB, more than two pieces.
    static func signed(_ kind: Kind) -> [UInt8] {
        header(kind == .pc ? "pc-x86_64" : "raspberry-pi", kind == .older ? "0.0.9" : "0.2.0") + image
    }

    static let image = (0..<600 * 1024).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 >> 8) }

    static func header(_ board: String, _ version: String) -> [UInt8] {
        var bytes = Array("TREADLE UPDATE 1".utf8)
        bytes += Array(board.utf8) + [UInt8](repeating: 0, count: 32 - board.utf8.count)
        bytes += Array(version.utf8) + [UInt8](repeating: 0, count: 32 - version.utf8.count)
        bytes += [0, 0x60, 9, 0, 0, 0, 0, 0]
        return bytes + [UInt8](repeating: 0, count: 512 - bytes.count)
    }

    /// The whole file `update.treadle`.
    static func file(_ kind: Kind) -> [UInt8] { signed(kind) + Array(signature(kind).utf8) }

    static func signature(_ kind: Kind) -> String {
        switch kind {
        case .newer:
            """
            untrusted comment: signature of update.treadle
            RURGeF8KihsksBjS7us2tgK/pybbkxdAZdrUmRAws6vxurYBM5GBux9O6QK5d5fWPS8x63S9796XUGzLo+P8eodaKtI9ZGHErgY=
            trusted comment: Treadle 0.2.0 for raspberry-pi
            /YbZwB5YVhtJE7MVgQCq1qOC9qT+qNP81+/7l3bBdVel4qcXNCh+hURB7xJHDddQj4auBOaAtKXB10j9pgXTDA==

            """
        case .older:
            """
            untrusted comment: signature of update.treadle
            RURGeF8KihsksPmWC8cRd6ED2bkz+aCH1ayb9innCy4sSbf3LDdMIZ6reBjofxFo+NSR5IPRt6Km+mod4VhlekGQ93STuHaQkw4=
            trusted comment: Treadle 0.0.9 for raspberry-pi
            LCW4ViEvC35GwP2hY4y4LTt88OlGgCqhJnTplWgfB5+B4FhWPXOqNwmSA63/5Nq1N0p8uhI89eehLDx/ZLDxAg==

            """
        case .pc:
            """
            untrusted comment: signature of update.treadle
            RURGeF8KihsksAJry24AFMZ9wC4FTM0qiFqvWshFLFTvhLCvhTMA2YL8sIHB75/Dw7sxhVyqlp8Ty1ALnQufJ6ERX6bfOU7AGgY=
            trusted comment: Treadle 0.2.0 for pc-x86_64
            G+OXLsX0oKYaudbW3MK8ASUdJVB8Gr03kV+ANeszhX0MuutfG6iIDoIJzhC9MIM8/FDxRK7f3wnhPHMUDLOzAA==

            """
        case .otherKey:
            """
            untrusted comment: signature of update.treadle
            RUSg0faCK9V5zXZNCEMBly6p+d2tLYVjhF/cnMugeYOIiyTlbcq0a5QKB42TLsEibD5FJmmIaOq5Notg6BatGRmRJXQjhNZufQg=
            trusted comment: Treadle 0.2.0 for raspberry-pi
            FiyLmofZmLzPWCz4psnArZ9yWCeXMnTvTCF2flWLErnTX9rqiDj2HkfhZKaYPnmKrH617I1j9tK6oF8x6nEXDg==

            """
        case .withdrawing:
            """
            untrusted comment: signature of update.treadle
            RUSWnQnRKDeCFAs63v6MyUGjEiUC1wHX1nCibBBthgwg1yl8UmjEaALEc6g1/+pL0NyTOJQysZ3hNJ9a02IJi8NCo7f8b45ZCQc=
            trusted comment: Treadle 0.2.0 for raspberry-pi, withdrawn: B0241B8A0A5F7846 1
            YF/lNS9nOWM+xOIe84msMr0+HgsfVce8bPH9Q+YkD+dhJ/hhOsubMPR8gG2PrPT6U3Sw41I3L/m3UOLCWbFSAA==

            """
        case .withdrawingNonsense:
            """
            untrusted comment: signature of update.treadle
            RUSWnQnRKDeCFAs63v6MyUGjEiUC1wHX1nCibBBthgwg1yl8UmjEaALEc6g1/+pL0NyTOJQysZ3hNJ9a02IJi8NCo7f8b45ZCQc=
            trusted comment: Treadle 0.2.0 for raspberry-pi, withdrawn: all
            lzeKbwOSWaq0zeLkxnzUMcKFE6O6BDA4BQjfE39U/iQ4RZ2XiAtO2ZzBo2+Q1EJVdfJTwpPh9xUczyvfzJZTCg==

            """
        }
    }

    /// A signature of the kind before minisign 0.8, which hashes nothing first.
    static let legacySignature = """
        untrusted comment: signature
        RWRGeF8KihsksBV71+UMha9BmcGuo6jFmUASUyzgTgAWC/RBUnuL86eCt5JbCtJ9Vu0C0urwZ5hCoClWpdfLJRP/hX/Q1B7IpwU=
        trusted comment: old kind
        xrYFk56ai85WAN48NBjpiSc4y0nCCp07KH9pGQH6y7gZ25ICcPsH340K/2+uhUpO1uv3lehRnYvBkTlIt5TAAw==

        """
}
