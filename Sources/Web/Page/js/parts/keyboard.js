// A piano of some octaves. Velocity is shown as strength of the colour and, where there is room, as percent.

import {h, say} from "../dom.js";
import {isBlack, noteName} from "../music.js";

const isWhite = (note) => !isBlack(note);

/** Shows keys from `low` to `high`; `press(note, velocity)` and `release(note)` make it playable. */
export function keyboard({low, high, press, release, showNames = false}) {
  while (isBlack(low)) low--;
  while (isBlack(high)) high++;
  const whites = Array.from({length: high - low + 1}, (_, i) => low + i).filter(isWhite);
  const width = 100 / whites.length;
  const keys = new Map();
  const element = h("div.keyboard", {role: "img", "aria-label": `Keyboard ${noteName(low)} to ${noteName(high)}`});
  for (let note = low, white = 0; note <= high; note++) {
    const name = h("span.keyname", showNames && note % 12 === 0 ? noteName(note) : "");
    const percent = h("span.percent");
    const key =
        h(`i.${isBlack(note) ? "black" : "white"}`,
          {
            "data-note": note,
            style: {
              left: (isBlack(note) ? white * width - width * 0.31 : white * width) + "%",
              width: (isBlack(note) ? width * 0.62 : width) + "%"
            }
          },
          percent,
          name);
    if (isWhite(note)) white++;
    keys.set(note, {key, name, percent});
    element.append(key);
  }
  let lit = new Set();
  /** Lights the keys of a list of `{ note, velocity }`, and no others. */
  function light(held) {
    const next = new Set();
    for (const {note, velocity} of held) {
      const found = keys.get(note);
      if (!found) continue;
      next.add(note);
      found.key.classList.add("lit");
      found.key.style.setProperty("--velocity", velocity / 127);
      if (showNames) {
        say(found.percent, Math.round(velocity / 1.27));
        say(found.name, noteName(note));
      }
    }
    for (const note of lit)
      if (!next.has(note)) {
        const {key, percent, name} = keys.get(note);
        key.classList.remove("lit");
        say(percent, "");
        say(name, showNames && note % 12 === 0 ? noteName(note) : "");
      }
    lit = next;
  }
  if (press) playable(element, press, release);
  return {element, light, low, high};
}

/** Fingers play; lower on the key is louder, and a finger may slide to other keys. */
function playable(element, press, release) {
  const fingers = new Map();
  const at = (event) => document.elementsFromPoint(event.clientX, event.clientY)
                            .find((found) => found.dataset?.note !== undefined && element.contains(found));
  const touch = (event) => {
    const key = at(event);
    const note = key && Number(key.dataset.note);
    const before = fingers.get(event.pointerId);
    if (note === before) return;
    if (before !== undefined) release(before);
    fingers.set(event.pointerId, note);
    if (note === undefined) return;
    const area = key.getBoundingClientRect();
    press(note, Math.round(Math.min(127, Math.max(8, 20 + 112 * (event.clientY - area.top) / area.height))));
  };
  const lift = (event) => {
    const note = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (note !== undefined) release(note);
  };
  element.style.setProperty("touch-action", "none");
  element.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    element.focus?.();
    element.setPointerCapture(event.pointerId);
    touch(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (fingers.has(event.pointerId)) touch(event);
  });
  for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, lift);
}
