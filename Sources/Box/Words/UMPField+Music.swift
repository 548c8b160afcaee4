import MIDI

// The fields of Flex Data and of stream messages after their status.
extension UMPField {
    static func flex(_ ump: Message) -> String {
        switch ump.word0 & 0xFFFF {
        case 0x0000: "ten-nanoseconds-of-quarter 32"
        case 0x0001: "beats 8 unit-power 8 thirty-seconds 8"
        case 0x0002: "clocks 8 accent-1 8 accent-2 8 accent-3 8 subdivisions-1 8 subdivisions-2 8"
        case 0x0005: "accidentals 4 tonic 4"
        case 0x0006:
            "accidentals 4 tonic 4 chord 8 alteration-1 4 degree-1 4 alteration-2 4 degree-2 4 alteration-3 4 "
                + "degree-3 4 alteration-4 4 degree-4 4 reserved 16 bass-accidentals 4 bass-tonic 4 bass-chord 8 "
                + "bass-alteration-1 4 bass-degree-1 4 bass-alteration-2 4 bass-degree-2 4"
        case 0x0100...0x02FF: text(12)
        default: ""
        }
    }

    static func stream(_ ump: Message) -> String {
        let version = "version-major 8 version-minor 8 "
        return switch ump.word0 >> 16 & 0x3FF {
        case 0x00:
            version + "reserved 27 asks-configuration 1 asks-product-id 1 asks-name 1 asks-identity 1 asks-info 1"
        case 0x01:
            version + "static-blocks 1 blocks 7 reserved 14 midi-2.0 1 midi-1.0 1 reserved 6 jr-receive 1 jr-send 1"
        case 0x02:
            "reserved 16 reserved 8 manufacturer-1 8 manufacturer-2 8 manufacturer-3 8 family-lsb 8 family-msb 8 "
                + "model-lsb 8 model-msb 8 version-1 8 version-2 8 version-3 8 version-4 8"
        case 0x03, 0x04: text(14)
        case 0x05, 0x06: "protocol 8 reserved 6 jr-receive 1 jr-send 1"
        case 0x10: "block 8 reserved 6 asks-name 1 asks-info 1"
        case 0x11:
            "active 1 block 7 reserved 2 hint 2 midi-1.0 2 direction 2 first-group 8 groups 8 ci-version 8 "
                + "sysex8-streams 8"
        case 0x12: "block 8 " + text(13)
        default: ""
        }
    }

    private static func text(_ count: Int) -> String {
        (1...count).map { "text-\($0) 8" }.joined(separator: " ")
    }
}
