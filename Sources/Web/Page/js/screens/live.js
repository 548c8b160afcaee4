// Live: what runs now, and everything a player does during a song.

import {h, fill, say} from "../dom.js";
import {watch} from "../store.js";
import {act} from "../box.js";
import {lcd} from "../parts/lcd.js";
import {pads} from "../parts/pads.js";
import {footswitches} from "../parts/footswitches.js";
import {tempo} from "../parts/tempo.js";
import {sounding} from "../parts/sounding.js";
import {tilt} from "../parts/tilt.js";
import {portList} from "../parts/ports.js";
import {routingStrip} from "../parts/routings.js";
import {variables} from "../parts/variables.js";

export function live(screen) {
  screen.append(
      hero(),
      pads(),
      footswitches(),
      tempo(),
      sounding(),
      h("div.levels", h("div.stack", tilt(), variables()), routingStrip()),
      portList());
}

const label = (preset) => (preset ? `${preset.number ?? ""} ${preset.name}` : "");

/** Number and name, readable from far away, with the ways to the neighbours. */
function hero() {
  const title = h("div.title", {"aria-live": "polite"});
  const part = h("button.small.part", {onclick: () => act("next-part")});
  const where = h("span.where");
  const save = h("button.small", {onclick: () => act("save")}, "Save *");
  const undo = h("button.small", {onclick: () => act("undo")}, "Undo");
  const [before, after] = [h("span.cut"), h("span.cut")];
  const arrow = (sign) => h("b", {"aria-hidden": "true"}, sign);
  const previous =
      h("button.previous", {onclick: () => act("previous")}, arrow("←"), h("span.hidden", "Previous: "), before);
  const next = h("button.next", {onclick: () => act("next")}, h("span.hidden", "Next: "), after, arrow("→"));
  const section =
      h("section.hero",
        {"aria-label": "Running preset"},
        title,
        h("div.meta", part, where, h("span.grow"), undo, save),
        lcd(),
        previous,
        next);
  // New elements, because the old ones would be seen to move.
  watch(section, (state) => JSON.stringify([state.preset?.number, state.preset?.name ?? ""]), (text) => {
    const [number, name] = JSON.parse(text);
    fill(title, h("span.number", number ?? ""), h(name.length > 9 ? "span.name.long" : "span.name", name));
  });
  watch(section, (state) => state.preset, (preset = {}) => {
    part.classList.toggle("absent", !preset.part);
    if (preset.part) say(part, `${preset.part.name} ${preset.part.place}/${preset.part.of}`);
    say(before, label(preset.previous));
    say(after, label(preset.next));
    previous.disabled = !preset.previous;
    next.disabled = !preset.next;
  });
  watch(
      section,
      (state) => Boolean(state.preset?.changed || state.draft?.files?.length),
      (isChanged) => { save.disabled = undo.disabled = !isChanged; });
  watch(
      section,
      (state) => state.setlist,
      (list) => say(where, list?.name ? `${list.name} ${list.place} of ${list.of}` : ""));
  return section;
}
