/// Spells letters and signs with ASCII characters: Cyrillic by sound, Greek by ELOT 743.
enum Transliteration {
    /// Entries separated by blanks: the scalars that are spelt alike, then their spelling in ASCII.
    private static var entries: StaticString {
        """
        \\/ ~- ¡! ¦‖| ©(c) «»“”„‟″『』" ®(R) ±+- ´‘’‚‛′ʼ' ·. ¹₁1 ²₂2 ³₃3 ¼1/4 ½1/2 ¾3/4 ¿? ÆAE ×x \
        ÞTh ßss æae ÷/ þth ĲIJ ĳij ŒOE œoe ẞSS …... ‹< ›> €EUR ™TM ←<- ↑^ →-> ↓v √V ∞oo ≠!= ≤<= \
        ≥>= ▶> ◀< ♥<3 ♭b ♯# \
        ΆΑA ΒV ΓG ΔD ΈΕE ΖZ ΉΊΗΙΪI ΘTh ΚK ΛL ΜM ΝN ΞX ΌΏΟΩO ΠP ΡR ΣS ΤT ΎΥΫY ΦF ΧCh ΨPs αa βv γg \
        δd εe ζz ΐήίηιϊi θth κk λl νn ξx οωόώo πp ρr ςσs τt ΰυϋύy φf χch ψps \
        АA БB ВV ГҐG ДD ЕE ЁYo ЄYe ЖZh ЗZ ИІI ЇYi ЈJ ЉLj ЊNj ЏDz ЂDj ЙЫY КK ЛL МM НN ОO ПP РR СS \
        ТT УЎU ФF ХKh ЦTs ЧЋCh ШSh ЩShch ЪЬъь' ЭE ЮYu ЯYa аa бb вv гґg дd еэe ёyo єye жzh зz иіi \
        їyi јj љlj њnj џdz ђdj йыy кk лl мm нn оo пp рr сs тt уўu фf хkh цts чћch шsh щshch юyu \
        яya
        """
    }

    /// Returns the spelling of a scalar; nil if it has no entry.
    static func spelling(_ scalar: UInt32) -> DisplayText<4>? {
        var spelling = DisplayText<4>()
        var (place, isFirst, isFound) = (0, true, false)
        while let next = Scalars.next(of: entries, &place) {
            if next == blank {
                if isFound { return spelling }
                isFirst = true
            } else if isFirst || next >= 0x80 {
                // The entries of \ and ~ begin with ASCII.
                isFirst = false
                if next == scalar { isFound = true }
            } else if isFound {
                spelling.append(next)
            }
        }
        return isFound ? spelling : nil
    }
}
