// Tempo and transport of the box's clock.

import {h} from "../dom.js";
import {watch} from "../store.js";
import {act, tap} from "../box.js";

export function tempo() {
  const value = h("input.bpm", {
    inputmode: "decimal",
    "aria-label": "Tempo in beats a minute",
    onchange: () => act(`tempo ${value.value.replace(",", ".")}`),
    onfocus: () => value.select()
  });
  const beat =
      h("button.tap",
        {
          onpointerdown: (event) => {
            if (!event.button) tap(event);
          },
          onkeydown: (event) => {
            if (!event.repeat && (event.key === " " || event.key === "Enter")) {
              tap(event);
              event.preventDefault();
            }
          }
        },
        "TAP");
  const transport = {
    start: ["▶", "Start", "running"],
    pause: ["❙❙", "Pause", "paused"],
    stop: ["■", "Stop", "stopped"]
  };
  const buttons = Object.entries(transport).map(
      ([word, [sign, name, state]]) =>
          h("button",
            {"aria-label": name, "data-state": state, onclick: () => act(word)},
            h("span", {"aria-hidden": "true"}, sign)));
  const section =
      h("section.panel.tempoPanel",
        {"aria-label": "Clock"},
        h("div.value", value, h("span.dim", "BPM")),
        h("div.steps",
          h("button", {"aria-label": "Slower", onclick: () => act("tempo -1")}, "−"),
          beat,
          h("button", {"aria-label": "Faster", onclick: () => act("tempo +1")}, "+")),
        h("div.transport", buttons));
  watch(section, (state) => state.clock, (clock) => {
    section.hidden = !clock;
    if (!clock) return;
    if (document.activeElement !== value) value.value = clock.tempo.toFixed(1);
    beat.classList.toggle("live", clock.beat);
    for (const button of buttons) {
      const isNow = button.dataset.state === clock.state;
      button.setAttribute("aria-pressed", isNow);
      button.classList.toggle("live", isNow && clock.state === "running");
    }
  });
  return section;
}
