// The running preset's routings: open, muted, bypassed or blocked by their conditions.

import {h, fill, keepFocus} from "../dom.js";
import {watch} from "../store.js";
import {act, quote} from "../box.js";

const toggle = (word, routing) =>
    h("button.small",
      {
        "aria-pressed": String(routing[word.toLowerCase()]),
        "aria-label": `${word} ${routing.name}`,
        onclick: () => act(`toggle-${word.toLowerCase()} ${quote(routing.name)}`),
      },
      word);

function stripRow(routing, at) {
  const isNamed = routing.name !== undefined;
  return h(
      "li",
      h("a.cut.grow", {href: `#edit/${at + 1}`}, routing.name ?? `Routing ${at + 1}`),
      h("span.dim.label", routing.blocked && !routing.mute && "condition"),
      isNamed && [toggle("Mute", routing), toggle("Bypass", routing)]);
}

export function routingStrip() {
  const list = h("ul");
  const section = h("section.panel.strip", {"aria-label": "Routings"}, list);
  watch(section, (state) => state.routings, (routings = []) => {
    section.hidden = !routings.length;
    keepFocus(list, () => fill(list, routings.map(stripRow)));
  });
  return section;
}
