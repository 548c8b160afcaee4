// Notes: shift, a map of tones or of all keys, how long they sound, and transposition.

import {h, fill} from "../dom.js";
import {isBlack, noteName, readNote, toneName, writtenNote} from "../music.js";
import {stepper} from "../parts/stepper.js";
import {choice} from "../parts/choice.js";
import {learnButton} from "../parts/learn.js";
import {askFor} from "../parts/ask.js";
import {conditions} from "./conditions.js";
import {field, inText} from "./fields.js";
import {listTools} from "./lists.js";

const tones = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];
const isMap = (value) => value === undefined || (value !== null && typeof value === "object" && !Array.isArray(value));

export function notesEditor(routing) {
  const part = routing.within(["notes"]);
  const setting = part.get() ?? {};
  const shift = Number(setting.shift) || 0;
  const set = (key, value) => part.set([key], value);
  const by = (step, name) => h(
      "button", {"aria-label": name, onclick: () => set("shift", shift + step || undefined)}, step > 0 ? "+12" : "−12");
  const show = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));
  return h(
      "div.stack",
      h("div.columns",
        h("div.block",
          h("div.head",
            h("h3", "Shift in semitones"),
            h("button.small", {disabled: !shift, onclick: () => set("shift", undefined)}, "Reset")),
          h("div.row",
            by(-12, "Octave down"),
            stepper(
                "Shift",
                {value: shift, low: -127, high: 127, show, change: (value) => set("shift", value || undefined)}),
            by(12, "Octave up"))),
        h("div.block",
          h("div.head", h("h3", "Pass")),
          field(part, ["filter"], "Filter out all notes", "switch"),
          field(routing, ["transpose"], "Transposed with box and preset", "switch", {otherwise: true}))),
      mapBlock(part, setting, set, shift),
      soundBlock(part, setting));
}

function mapBlock(part, setting, set, shift) {
  const grid = h("div");
  const kind = setting.map !== undefined ? "all" : "tones";
  const show = (which) => fill(
      grid,
      which === "tones" ? toneGrid(setting["map-tones"] ?? {}, (map) => set("map-tones", map)) :
                          noteGrid(setting.map ?? {}, (map) => set("map", map)));
  const takeEntry = (text) => {
    const [, key, note] = /^(\S+): (\S+)$/.exec(text) ?? [];
    if (key) part.set(["map", key], note);
  };
  const hasMap = setting.map !== undefined || setting["map-tones"] !== undefined;
  if (isMap(setting.map)) show(kind);
  else
    fill(
        grid,
        inText(
            part,
            ["map"],
            typeof setting.map === "string" ? `The map is in ${setting.map}.` : "The map is a list of 128 numbers."));
  return h(
      "div.block",
      h("div.head",
        h("h3", "Map"),
        isMap(setting.map) && choice("Map", [["tones", "Tones"], ["all", "All keys"]], kind, show),
        isMap(setting.map) &&
            learnButton("an entry, the key and then the key to sound", part.learnPath(["map"]), takeEntry),
        h("button.small",
          {disabled: !hasMap, onclick: () => part.setAll([[["map"], undefined], [["map-tones"], undefined]])},
          "Reset")),
      grid,
      listTools("notes", Array.from({length: 128}, (_, note) => note + shift), (list) => set("map", list)));
}

/** How long notes sound: as played, a fixed time, or held (H14, R28). */
function soundBlock(part, setting) {
  const held = setting.hold;
  const kind = setting.length !== undefined ? "length" :
      held === undefined                    ? "played" :
      typeof held === "object"              ? "while" :
                                              held;
  const fresh = {
    played: [],
    length: [[["length"], "100 ms"]],
    toggle: [[["hold"], "toggle"]],
    chord: [[["hold"], "chord"]],
    while: [[
      ["hold"],
      {
        while: { of: [{ controller: "cc sustain", when: ">= 64" }] }
      }
    ]]
  };
  const change = (next) => part.setAll([
    ...["length", "hold"]
        .filter((key) => !fresh[next].some(([[other]]) => other === key))
        .map((key) => [[key], undefined]),
    ...fresh[next]
  ]);
  const kinds =
      [["played", "As played"], ["length", "Length"], ["toggle", "Toggle"], ["chord", "Chord"], ["while", "While"]];
  return h(
      "div.block",
      h("div.head", h("h3", "Sound")),
      choice("How long notes sound", kinds, kind, change),
      kind === "length" && field(part, ["length"], "Length of each note", "text", {hint: "20 ms to 10 s"}),
      kind === "toggle" && h("p.dim", "A key begins the note, the same key again ends it."),
      kind === "chord" && h("p.dim", "What is played together sounds until the next chord."),
      kind === "while" && [
        conditions(part.within(["hold", "while"])),
        field(part, ["hold", "sostenuto"], "Only keys that were down when it began", "switch")
      ]);
}

function toneGrid(map, change) {
  const take = (tone, text) => {
    const next = {...map};
    if (text === tone) delete next[tone];
    else next[tone] = text;
    change(Object.keys(next).length ? next : undefined);
  };
  return h("div.tones", tones.map((tone, index) => {
    const to = map[tone];
    return h(
        "label.tone",
        {class: `tone${isBlack(index) ? " blacktone" : ""}${to ? " changed" : ""}`},
        h("b", toneName(index)),
        h("span", {"aria-hidden": "true"}, "↓"),
        h("select", {"aria-label": `${tone} becomes`, onchange: (event) => take(tone, event.target.value)}, [
          ...new Set([...tones, "none", to ?? tone])
        ].map((name) => h("option", {value: name, selected: name === (to ?? tone)}, name === "none" ? "✕" : name))));
  }));
}

function noteGrid(map, change) {
  const keyOf = (note) => Object.keys(map).find((key) => readNote(key) === note) ?? writtenNote(note);
  const cell = (note, tone) => {
    const key = keyOf(note), to = map[key];
    const take = (text) => {
      const next = {...map, [key]: text};
      if (readNote(text) === note) delete next[key];
      if (text === "none" || readNote(text) !== undefined) change(Object.keys(next).length ? next : undefined);
    };
    return h(
        "button",
        {
          class: `cellnote${isBlack(tone) ? " blacktone" : ""}${to ? " changed" : ""}`,
          "aria-label": `${noteName(note)} becomes ${to ?? noteName(note)}`,
          onclick: () => askFor(`${noteName(note)} becomes`, "A note, or none", to ?? noteName(note), take)
        },
        to === "none" ? "✕" : to ?? noteName(note));
  };
  return h(
      "div.notegrid",
      Array.from(
          {length: 11},
          (_, octave) =>
              h("div.octave",
                tones.map((_, tone) => (octave * 12 + tone > 127 ? h("span") : cell(octave * 12 + tone, tone))))));
}
