import CPlatform
import Host

/// The public keys that an image trusts, the files `*.pub` of a folder, and those that were withdrawn (I5).
package struct UpdateKeys: Equatable {
    /// The use of a key, from the name of its file, which `Board/tools/image` chooses.
    enum Use: String {
        case inUse = "in-use"
        case inReserve = "in-reserve"
        /// Made on a developer's computer, without a password. No release contains it.
        case development
        case other

        var words: String {
            switch self {
            case .inUse: "in use"
            case .inReserve: "in reserve"
            case .development, .other: rawValue
            }
        }
    }

    struct Trusted: Equatable {
        var use: Use
        var key: Minisign.Key
    }

    /// The folder of the keys in an image. It is in the initramfs, which the signature of an update covers.
    package static let folder = "/etc/treadle/update-keys"

    /// The trusted keys in the order of their files' names.
    var trusted: [Trusted] = []
    package var withdrawn = WithdrawnKeys()

    package init() {}

    /// Reads the keys of a folder and its list of withdrawn keys, and adds the withdrawn keys that the box has saved.
    package init(_ folder: String, remembered: WithdrawnKeys = .read()) {
        withdrawn = remembered
        withdrawn.add(.read("\(folder)/\(WithdrawnKeys.name)"))
        for name in FolderNames.all(in: folder) ?? [] where name.utf8.suffix(4).elementsEqual(".pub".utf8) {
            guard let text = Console.readFile("\(folder)/\(name)"), let key = Minisign.Key(text) else { continue }
            trusted.append(Trusted(use: Use(rawValue: String(name.utf8.dropLast(4)) ?? "") ?? .other, key: key))
        }
    }

    /// The keys of the running image; none on other systems.
    package static var ofImage: UpdateKeys { UpdateKeys(folder) }

    package var hasDevelopmentKey: Bool { trusted.contains { $0.use == .development } }

    /// Each key as `status` shows it: `B0241B8A0A5F7846 in use`, followed by `, withdrawn` if it was withdrawn.
    package var lines: [String] {
        trusted.map {
            "\($0.key.number.text) \($0.use.words)" + (withdrawn.contains($0.key.number) ? ", withdrawn" : "")
        }
    }
}
