// Sources or destinations: at most eight of what the box has.

import {h} from "../dom.js";
import {current} from "../store.js";
import {toast} from "../parts/toast.js";
import {asList} from "./values.js";

const most = 8;
const own = {
  from: [
    ["input keyboard", "keys"],
    ["any", "every input"],
    ["clock", "the box's clock"],
    ["motion", "tilt"],
    ["footswitches", ""],
    ["pedals", "expression pedals"],
    ["knobs", ""],
    ["variables", ""]
  ],
  to: [["any", "every output but its own"]],
};

export function endsEditor(part, side) {
  const chosen = asList(part.get([side]));
  const ports = (current().ports ?? []).filter(({direction}) => direction !== (side === "from" ? "out" : "in"));
  function change(name, isOn) {
    const next = isOn ? [...chosen, name] : chosen.filter((other) => other !== name);
    if (next.length && next.length <= most) return part.set([side], next);
    toast(next.length ? `At most ${most} are possible.` : "At least one is needed.");
    return part.draft.read();
  }
  const entry = (name, detail, isMissing) =>
      h("label.end",
        {class: isMissing ? "end missing" : "end"},
        h("input", {
          type: "checkbox",
          checked: chosen.includes(name),
          onchange: (event) => {
            if (!change(name, event.target.checked)) event.target.checked = chosen.includes(name);
          }
        }),
        h("span.grow", h("b", name), h("span.dim.cut", detail)),
        isMissing && h("span.label", "missing"));
  const isKnown = (name) => ports.some(({alias}) => alias === name) || own[side].some(([word]) => word === name);
  return h(
      "div.columns",
      h("fieldset",
        h("legend.label", "Ports"),
        ports.map(
            (port) => entry(
                port.alias, [port.name, port.connected && port.place].filter(Boolean).join(", "), !port.connected)),
        chosen.filter((name) => !isKnown(name)).map((name) => entry(name, "not in the box file", true))),
      h("fieldset",
        h("legend.label", side === "from" ? "The box itself" : "Together"),
        own[side].map(([name, detail]) => entry(name, detail))));
}
