// A strip of 128 keys with a range: drag its ends, move them with the arrow keys, or learn it.

import {h, say, clamp, slide} from "../dom.js";
import {isBlack, noteName, writtenNote} from "../music.js";

export function keystrip(label, [low, high], change) {
  const values = [low, high];
  const strip = h("div.keystrip", {role: "group", "aria-label": label});
  const range = h("div.inrange");
  const keys = h("div.stripkeys", {"aria-hidden": "true"});
  for (let note = 0; note < 128; note++) keys.append(h(`i.${isBlack(note) ? "b" : "w"}`));
  const names =
      h("div.stripnames",
        {"aria-hidden": "true"},
        Array.from(
            {length: 11}, (_, octave) => h("span", {style: {left: octave * 12 / 1.28 + "%"}}, noteName(octave * 12))));
  const handles = values.map((_, which) => {
    const shown = h("output");
    const handle =
        h("div.handle2",
          {
            role: "slider",
            tabindex: "0",
            "data-keys": "",
            "aria-label": `${label}, ${which ? "highest" : "lowest"}`,
            "aria-valuemin": 0,
            "aria-valuemax": 127
          },
          shown);
    const move = (note) => {
      values[which] = which ? clamp(note, values[0], 127) : clamp(note, 0, values[1]);
      draw();
    };
    const done = () => change(values.map(writtenNote).join(".."));
    slide(handle, () => strip, (part) => move(Math.floor(part * 128)), done);
    handle.addEventListener("keydown", (event) => {
      const by = {
        ArrowLeft: -1,
        ArrowDown: -1,
        ArrowRight: 1,
        ArrowUp: 1,
        PageDown: -12,
        PageUp: 12,
        Home: -128,
        End: 128
      }[event.key];
      if (!by) return;
      event.preventDefault();
      move(values[which] + by);
      change(values.map(writtenNote).join(".."));
    });
    return {handle, shown};
  });
  function draw() {
    range.style.setProperty("left", values[0] / 1.28 + "%");
    range.style.setProperty("width", (values[1] - values[0] + 1) / 1.28 + "%");
    handles.forEach(({handle, shown}, which) => {
      handle.style.setProperty("left", (values[which] + which) / 1.28 + "%");
      handle.setAttribute("aria-valuenow", values[which]);
      handle.setAttribute("aria-valuetext", noteName(values[which]));
      say(shown, noteName(values[which]));
    });
  }
  keys.append(range);
  strip.append(keys, names, ...handles.map(({handle}) => handle));
  draw();
  return strip;
}
