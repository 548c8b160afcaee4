// Presets as large targets; the running one is lit. A press loads it, not a click (W11).

import {h, fill, pressable} from "../dom.js";
import {watch} from "../store.js";
import {act, quote} from "../box.js";

const pad = (preset) => pressable(
    h("button.pad",
      {"data-name": preset.name, "data-colour": preset.colour},
      h("span.number", preset.number),
      h("span.name", preset.name)),
    () => act(`load ${quote(preset.name)}`));

export function pads() {
  const list = h("ul.pads", {"aria-label": "Presets"});
  const section = h("section.padsection", list);
  let running;
  const mark = () => {
    for (const button of list.querySelectorAll("button")) {
      const isRunning = button.dataset.name === running;
      button.classList.toggle("live", isRunning);
      button.toggleAttribute("aria-current", isRunning);
    }
  };
  watch(section, (state) => state.presets, (presets = []) => {
    const numbered = presets.filter((preset) => preset.number != null).sort((a, b) => a.number - b.number);
    fill(list, (numbered.length ? numbered : presets).map((preset) => h("li", pad(preset))));
    mark();
  });
  watch(section, (state) => state.preset?.name, (name) => {
    running = name;
    mark();
  });
  return section;
}
