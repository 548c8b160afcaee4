/// The countries of the regulatory database of Linux (wireless-regdb 2026.05.30), by ISO 3166, and the channels of an
/// access point that they forbid.
enum Country {
    /// Each code is followed by one blank or line end. `00`, the world, is no country.
    private static let all: Text = """
        AD AE AF AI AL AM AN AR AS AT AU AW AZ BA BB BD BE BF BG BH BL BM BN BO BR BS BT BW BY BZ CA CF CH CI CL
        CN CO CR CU CX CY CZ DE DK DM DO DZ EC EE EG ES ET FI FM FO FR GB GD GE GF GH GI GL GP GR GT GU GY HK HN
        HR HT HU ID IE IL IM IN IR IS IT JM JO JP KE KH KN KP KR KW KY KZ LB LC LI LK LS LT LU LV MA MC MD ME MF
        MH MK MN MO MP MQ MR MT MU MV MW MX MY NA NG NI NL NO NP NZ OM PA PE PF PG PH PK PL PM PR PT PW PY QA RE
        RO RS RU RW SA SE SG SI SK SM SN SR SV SX SY TC TD TG TH TN TR TT TW TZ UA UG US UY UZ VA VC VE VI VN VU
        WF WS YE YT ZA ZW
        """
    /// Countries without the channels 12 and 13.
    private static let with11: Text = "AS BM DM DO FM GD GU HT MH MP NI PR PW US VI"
    /// Countries without the channels 36 to 48, or with radar on them, which an access point would have to detect.
    private static let without5GHz: Text = "AM BD BH BO BZ CU EC NG PK TG YE"

    static func isKnown(_ code: Text) -> Bool { contains(all, code) }

    /// Whether a country forbids a channel of an access point; false for an unknown country.
    static func forbids(_ channel: Int, in code: Text) -> Bool {
        channel >= 36 ? contains(without5GHz, code) : channel >= 12 && contains(with11, code)
    }

    private static func contains(_ codes: Text, _ code: Text) -> Bool {
        code.count == 2 && stride(from: 0, to: codes.count, by: 3).contains { codes[$0..<$0 + 2] == code }
    }
}
