import CPlatform
import Host

/// The password that the box makes for its access point where the file names none (L2). It is kept as E4 says, in a
/// file that only root can read.
struct WiFiPassword {
    /// The name of the file. Hidden, so it is in no backup (L10).
    static let file = ".wifi"
    static let length = 12
    /// Letters and digits without those that look alike: 0 and o, 1, i and l.
    static let characters = Array("abcdefghjkmnpqrstuvwxyz23456789".utf8)

    private let path: String
    private(set) var text: String

    /// Reads the password, or makes one and writes it.
    ///
    /// - Parameter folder: the folder of the box's own files.
    init(in folder: String) {
        path = folder + "/" + WiFiPassword.file
        text = ""
        if let bytes = Console.readOwnFile(path).map({ Array($0.prefix { $0 != UInt8(ascii: "\n") }) }),
            bytes.count == WiFiPassword.length, bytes.allSatisfy({ WiFiPassword.characters.contains($0) })
        {
            text = String(decoding: bytes, as: UTF8.self)
        } else {
            _ = renew()
        }
    }

    /// Makes another password and writes it. Returns false if it could not be written; it then holds until the box
    /// ends.
    mutating func renew() -> Bool {
        text = WiFiPassword.make()
        var files = SafeFiles(PrivateFileCalls())
        do throws(SafeFiles<PrivateFileCalls>.Problem) {
            try files.write(Array("\(text)\n".utf8), to: path)
            return true
        } catch {
            Console.error("treadle: \(path): \(error.message); the password holds until the box ends\n")
            return false
        }
    }

    private static func make() -> String {
        // Bytes beyond the last whole multiple are left out, so that all characters are equally likely.
        let limit = 256 / characters.count * characters.count
        var password: [UInt8] = []
        while password.count < length {
            var byte: UInt8 = 0
            if treadle_random(&byte, 1) != 0 || Int(byte) >= limit { continue }
            password.append(characters[Int(byte) % characters.count])
        }
        return String(decoding: password, as: UTF8.self)
    }
}
