// MIDI Machine Control, and the sustain pedal.

import {h} from "../dom.js";
import {current} from "../store.js";
import {act, portWord} from "../box.js";

const commands = [
  ["rewind", "◀◀", "Rewind"],
  ["stop", "■", "Stop"],
  ["play", "▶", "Play"],
  ["fast-forward", "▶▶", "Forward"],
  ["record-strobe", "●", "Record"]
];

export function machineControl() {
  const to =
      h("select",
        {"aria-label": "Machine control goes to"},
        current().ports.filter((port) => port.direction !== "in").map((port) => h("option", port.alias)));
  return h(
      "section.panel.machine",
      {"aria-label": "Machine control"},
      h("div.row", h("span.label.grow", "Machine control to"), to),
      h("div.keysrow",
        commands.map(
            ([word, sign, name]) =>
                h("button",
                  {"aria-label": name, onclick: () => act(`send ${portWord(to.value)} mmc ${word}`)},
                  h("span", {"aria-hidden": "true"}, sign)))));
}
