// A vertical fader: by finger, by wheel and by keys.

import {h, say, draggable, clamp} from "../dom.js";

/** `rest` is where it goes when it is let go, for pitch bend. */
export function fader(label, {value, high = 127, rest, change}) {
  const knob = h("i");
  const shown = h("output");
  const track =
      h("div.fadertrack",
        {
          role: "slider",
          tabindex: "0",
          "data-keys": "",
          "aria-label": label,
          "aria-orientation": "vertical",
          "aria-valuemin": 0,
          "aria-valuemax": high
        },
        knob);
  const put = (next, isQuiet) => {
    const rounded = clamp(Math.round(next), 0, high);
    if (rounded === value && !isQuiet) return;
    value = rounded;
    track.style.setProperty("--at", value / high);
    track.setAttribute("aria-valuenow", value);
    say(shown, rest === undefined ? value : value - rest);
    if (!isQuiet) change(value);
  };
  draggable(track, (_, y) => put((1 - (y * 1.12 - 0.06)) * high), () => {
    if (rest !== undefined) put(rest);
  });
  track.addEventListener("keydown", (event) => {
    const by = {ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10}[event.key];
    if (by) put(value + by * Math.max(1, Math.round(high / 127)));
    else if (event.key === "Home") put(0);
    else if (event.key === "End") put(high);
    else return;
    event.preventDefault();
  });
  put(value, true);
  return h("div.fader", shown, track, h("span.label", label));
}
