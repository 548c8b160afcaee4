// The keys that are held, on a small keyboard, with the name of the chord.

import {h, say} from "../dom.js";
import {watch} from "../store.js";
import {chordName, noteName} from "../music.js";
import {keyboard} from "./keyboard.js";

export function sounding() {
  const chord = h("strong.chord");
  const notes = h("span.dim.cut.grow");
  const count = h("span.dim");
  const piano = keyboard({low: 36, high: 84});
  const section =
      h("section.panel.sounding",
        {"aria-label": "Held notes"},
        h("div.row.chordline", chord, notes, count),
        piano.element);
  watch(section, (state) => state.held, (held = []) => {
    piano.light(held);
    const list = held.map(({note}) => note).sort((a, b) => a - b);
    const named = list.length > 1 ? chordName(list) : "";
    say(chord, named || (list.length === 1 ? noteName(list[0]) : list.length ? "" : "–"));
    say(notes, list.length > 1 ? list.map(noteName).join("  ") : "");
  });
  watch(section, (state) => state.sounding, (number) => say(count, number ? `${number} sounding` : "silent"));
  return section;
}
