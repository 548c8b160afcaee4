// A range of numbers: two handles on one line.

import {h, say, clamp, slide} from "../dom.js";

export function span(label, [low, high], {from = 0, to = 127, canReverse = false}, change) {
  const values = [low, high];
  const filled = h("div.filled");
  const track = h("div.span", {role: "group", "aria-label": label}, filled);
  const handles = [0, 1].map((which) => {
    const shown = h("output");
    const handle =
        h("div.handle2",
          {
            role: "slider",
            tabindex: "0",
            "data-keys": "",
            "aria-label": `${label}, ${which ? "to" : "from"}`,
            "aria-valuemin": from,
            "aria-valuemax": to
          },
          shown);
    const move = (value) => {
      const rounded = clamp(Math.round(value), from, to);
      values[which] = canReverse ? rounded : which ? Math.max(rounded, values[0]) : Math.min(rounded, values[1]);
      draw();
    };
    slide(handle, () => track, (part) => move(from + part * (to - from)), () => change(values.join("..")));
    handle.addEventListener("keydown", (event) => {
      const step = Math.max(1, Math.round((to - from) / 127));
      const by = {
        ArrowLeft: -1,
        ArrowDown: -1,
        ArrowRight: 1,
        ArrowUp: 1,
        PageDown: -10,
        PageUp: 10,
        Home: -1e6,
        End: 1e6
      }[event.key];
      if (!by) return;
      event.preventDefault();
      move(values[which] + by * step);
      change(values.join(".."));
    });
    return {handle, shown};
  });
  function draw() {
    const place = (value) => (value - from) / (to - from) * 100;
    filled.style.setProperty("left", place(Math.min(...values)) + "%");
    filled.style.setProperty("width", place(Math.max(...values)) - place(Math.min(...values)) + "%");
    handles.forEach(({handle, shown}, which) => {
      handle.style.setProperty("left", place(values[which]) + "%");
      handle.setAttribute("aria-valuenow", values[which]);
      say(shown, values[which]);
    });
  }
  track.append(...handles.map(({handle}) => handle));
  draw();
  return track;
}
