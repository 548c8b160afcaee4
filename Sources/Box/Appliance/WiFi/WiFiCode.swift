import CPlatform
import Panel

/// The QR code with which a phone joins the access point (L6). Its text has the form that ZXing documents for barcode
/// contents and that the cameras of phones read:
///
///     WIFI:T:WPA;S:Treadle;P:hq7mzk4c9vbt;;
enum WiFiCode {
    /// The text of the code. `\`, `;`, `,`, `:` and `"` in name and password stand behind a `\`.
    static func text(name: String, password: String) -> String {
        "WIFI:T:WPA;S:\(escaped(name));P:\(escaped(password));;"
    }

    /// Makes the code. It is as small as the text allows, with the highest error correction that this size has room
    /// for. Takes a few milliseconds.
    static func code(name: String, password: String) -> QRCode {
        let text = Array(text(name: name, password: password).utf8)
        var rows = [UInt64](repeating: 0, count: PanelLimits.codeModules)
        // The capacity holds the longest name and password of a file. 0 would be no code.
        let size = treadle_qr_encode(text, text.count, &rows)
        return QRCode(size: Int(size)) { rows[$0] }
    }

    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if "\\;,:\"".utf8.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension WiFiControl {
    /// The QR code of the access point; nil while there is none.
    var code: QRCode? { line.state == .accessPoint ? WiFiCode.code(name: line.name ?? "", password: password) : nil }
}
