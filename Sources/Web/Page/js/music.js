// Names of notes and chords, and MIDI in words.

const names = {
  english: ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"],
  german: ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "B", "H"],
  italian: ["Do", "Do#", "Re", "Re#", "Mi", "Fa", "Fa#", "Sol", "Sol#", "La", "La#", "Si"],
  katakana: ["ド", "ド#", "レ", "レ#", "ミ", "ファ", "ファ#", "ソ", "ソ#", "ラ", "ラ#", "シ"],
  japanese: ["ハ", "ハ#", "ニ", "ニ#", "ホ", "ヘ", "ヘ#", "ト", "ト#", "イ", "イ#", "ロ"],
};
export const languages = Object.keys(names);
let language = "english";
let middleC = 4;

/** Chooses how notes are shown: from the state of the box. */
export function setNames(chosen, octave) {
  language = chosen;
  middleC = octave;
}

export const toneName = (tone) => names[language][((tone % 12) + 12) % 12];
export const noteName = (note) => toneName(note) + (Math.floor(note / 12) - 5 + middleC);
export const isBlack = (note) => [1, 3, 6, 8, 10].includes(note % 12);

const semitones = {
  C: 0,
  D: 2,
  E: 4,
  F: 5,
  G: 7,
  A: 9,
  B: 11
};

/** Reads `C4`, `F#3`, `Gb3`, a name of the box's language or a number; undefined if it is none. */
export function readNote(text) {
  const written = String(text).trim();
  if (/^\d+$/.test(written)) return Number(written) <= 127 ? Number(written) : undefined;
  const [, letters, sign, octave] = /^([^\d#-]+?)([#b]?)(-?\d+)$/.exec(written) ?? [];
  if (!letters) return undefined;
  const name = letters[0].toUpperCase() + letters.slice(1).toLowerCase();
  const own = names[language].indexOf(name);
  const tone = own >= 0 ? own : semitones[name];
  if (tone === undefined) return undefined;
  const note = (Number(octave) + 5 - middleC) * 12 + tone + (sign === "#" ? 1 : sign === "b" ? -1 : 0);
  return note >= 0 && note <= 127 ? note : undefined;
}

/** A note as files have it: as it is shown, but `Bb` where German says B. */
export function writtenNote(note) {
  const isGermanB = language === "german" && note % 12 === 10;
  return isGermanB ? `Bb${Math.floor(note / 12) - 5 + middleC}` : noteName(note);
}

// Intervals above the root, the more telling chords first.
const chords = [
  ["", [0, 4, 7]],          ["m", [0, 3, 7]],        ["7", [0, 4, 7, 10]],    ["maj7", [0, 4, 7, 11]],
  ["m7", [0, 3, 7, 10]],    ["m7b5", [0, 3, 6, 10]], ["dim7", [0, 3, 6, 9]],  ["dim", [0, 3, 6]],
  ["aug", [0, 4, 8]],       ["sus4", [0, 5, 7]],     ["sus2", [0, 2, 7]],     ["6", [0, 4, 7, 9]],
  ["m6", [0, 3, 7, 9]],     ["add9", [0, 2, 4, 7]],  ["9", [0, 2, 4, 7, 10]], ["maj9", [0, 2, 4, 7, 11]],
  ["m9", [0, 2, 3, 7, 10]], ["7", [0, 4, 10]],       ["maj7", [0, 4, 11]],    ["m7", [0, 3, 10]],
];

/** The name of a chord, `Am/C`; empty if it has none. The box names chords in the same way (`treadle monitor`). */
export function chordName(notes) {
  if (notes.length < 2) return "";
  const lowest = Math.min(...notes);
  const tones = [...new Set(notes.map((note) => note % 12))];
  if (tones.length === 2) return tones.includes((lowest + 7) % 12) ? toneName(lowest) + "5" : "";
  for (const root of [lowest % 12, ...tones]) {
    const key = tones.map((tone) => (tone - root + 12) % 12).sort((a, b) => a - b).join();
    const found = chords.find(([, intervals]) => intervals.join() === key);
    if (found) return toneName(root) + found[0] + (root === lowest % 12 ? "" : "/" + toneName(lowest));
  }
  return "";
}

const controllers = {
  1: "modulation",
  2: "breath",
  4: "foot",
  7: "volume",
  8: "balance",
  10: "pan",
  11: "expression",
  64: "sustain",
  65: "portamento",
  66: "sostenuto",
  67: "soft",
  71: "timbre",
  72: "release",
  73: "attack",
  74: "brightness",
  91: "reverb",
  93: "chorus",
};

const hex = (byte) => byte.toString(16).toUpperCase().padStart(2, "0");
const forms = {
  hex: (bytes) => bytes.map(hex).join(" "),
  decimal: (bytes) => bytes.join(" "),
  binary: (bytes) => bytes.map((byte) => byte.toString(2).padStart(8, "0")).join(" "),
};

const longest = 24;  // bytes that are shown of a message

/** A message in words, hex, decimal or binary: bytes, `{ words }` of MIDI 2.0, or text of the box's own inputs. */
export function messageText(bytes, form = "words", isBrief = false) {
  if (typeof bytes === "string") return bytes;
  if (bytes.words)
    return bytes.words
        .map((word) => (typeof word === "string" ? word : word.toString(16).toUpperCase().padStart(8, "0")))
        .join(" ");
  if (form !== "words") return forms[form](bytes.slice(0, longest)) + (bytes.length > longest ? " …" : "");
  const [status, a, b] = bytes;
  switch (status >> 4) {
    case 8:
      return `note-off ${noteName(a)} ${b}`;
    case 9:
      return b ? `note ${noteName(a)} ${b}` : `note-off ${noteName(a)}`;
    case 10:
      return `key-pressure ${noteName(a)} ${b}`;
    case 11:
      return `cc ${a} = ${b}` + (controllers[a] && !isBrief ? ` (${controllers[a]})` : "");
    case 12:
      return `program ${a}`;
    case 13:
      return `channel-pressure ${a}`;
    case 14:
      return `pitch-bend ${a + b * 128 - 8192}`;
  }
  return {0xF0: `SysEx, ${bytes.length} bytes`, 0xF8: "clock", 0xFA: "start", 0xFB: "continue", 0xFC: "stop"}[status] ??
      forms.hex(bytes);
}

/** `ch 3`; empty for a message without a channel. */
export const channelText = (bytes) => (bytes[0] >= 0x80 && bytes[0] < 0xF0 ? `ch ${(bytes[0] & 15) + 1}` : "");

/** Minutes, seconds and thousandths of milliseconds. */
export const timeText = (time) => `${Math.floor(time / 60000)}:${(time / 1000 % 60).toFixed(3).padStart(6, "0")}`;

/** The kind of a message, for filters. */
export function messageKind(bytes) {
  if (!Array.isArray(bytes)) return "controllers";
  const kind = bytes[0] >> 4;
  return kind === 8 || kind === 9 || kind === 10 ? "notes" :
      kind < 15                                  ? "controllers" :
      bytes[0] === 0xF0                          ? "sysex" :
                                                   "clock";
}

/** Fields of a message with their bits, as `treadle monitor --packets` shows them. */
export function messageFields(bytes) {
  const bits = (value, width) => value.toString(2).padStart(width, "0");
  const field = (name, place, value, width, meaning) =>
      ({name, place, value, bits: bits(value, width), hex: "0x" + value.toString(16).toUpperCase(), meaning});
  if (typeof bytes === "string") return [];
  if (bytes.words)
    return bytes.words.map(
        (word, at) => ({name: `word ${at}`, place: "", value: "", bits: "", hex: word.toString(16).toUpperCase()}));
  const [status, a, b] = bytes;
  if (status >= 0xF0)
    return bytes.slice(0, 24).map((byte, at) => field(at ? "data" : "status", `byte ${at}`, byte, 8, ""));
  const kind = status >> 4;
  const kinds = {
    8: "Note Off",
    9: "Note On",
    10: "Key Pressure",
    11: "Control Change",
    12: "Program Change",
    13: "Channel Pressure",
    14: "Pitch Bend"
  };
  const rows = [
    field("status", "byte 0, bits 7..4", kind, 4, kinds[kind]),
    field("channel", "byte 0, bits 3..0", status & 15, 4, `channel ${(status & 15) + 1}`),
  ];
  if (kind < 11)
    rows.push(
        field("note", "byte 1", a, 7, noteName(a)),
        field(kind === 10 ? "pressure" : "velocity", "byte 2", b, 7, Math.round(b / 1.27) + " %"));
  else if (kind === 11)
    rows.push(
        field("controller", "byte 1", a, 7, controllers[a] ?? ""),
        field("value", "byte 2", b, 7, Math.round(b / 1.27) + " %"));
  else if (kind === 14)
    rows.push(field("LSB", "byte 1", a, 7, ""), field("MSB", "byte 2", b, 7, `${a + b * 128 - 8192}`));
  else rows.push(field(kind === 12 ? "program" : "pressure", "byte 1", a, 7, ""));
  return rows;
}
