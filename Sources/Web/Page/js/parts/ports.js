// Every port of the box, with a light for what comes and goes; those that are missing say so.

import {h, fill, say} from "../dom.js";
import {watch} from "../store.js";

const lightTime = 120;  // milliseconds

function portRow(port) {
  const [come, go] = [h("i.lamp"), h("i.lamp")];
  const place = h("span.place.dim.cut");
  const lamps =
      h("span.lamps",
        {"aria-hidden": "true"},
        port.direction === "out" ? h("i") : come,
        port.direction === "in" ? h("i") : go);
  const row = h("li", lamps, h("span.alias.cut", port.alias), place);
  return {row, come, go, place, seen: {in : port.in, out: port.out}};
}

function light(lamp) {
  lamp.classList.add("on");
  clearTimeout(lamp.timer);
  lamp.timer = setTimeout(() => lamp.classList.remove("on"), lightTime);
}

export function portList() {
  const list = h("ul");
  const counters = h("p.counters.dim");
  const rows = new Map();
  const section = h("section.panel.ports", {"aria-label": "Ports"}, list, counters);
  watch(section, (state) => state.ports, (ports = []) => {
    if (ports.length !== rows.size || ports.some(({alias}) => !rows.has(alias))) {
      rows.clear();
      for (const port of ports) rows.set(port.alias, portRow(port));
      fill(list, [...rows.values()].map(({row}) => row));
    }
    for (const port of ports) {
      const {row, come, go, place, seen} = rows.get(port.alias);
      row.classList.toggle("missing", !port.connected);
      say(place, port.connected ? port.place ?? port.name ?? "" : "missing");
      for (const [lamp, key] of [[come, "in"], [go, "out"]]) {
        if (port[key] !== seen[key] && port[key] !== undefined) light(lamp);
        seen[key] = port[key];
      }
    }
  });
  watch(section, (state) => state.counters, (now) => {
    if (!now) return;
    const count = (number, word) =>
        h(number && (word === "dropped" || word === "lost") ? "span.fault" : "span",
          `${number.toLocaleString("en")} ${word}`);
    fill(
        counters,
        count(now.received, "received"),
        count(now.sent, "sent"),
        count(now.dropped, "dropped"),
        now.lost > 0 && count(now.lost, "lost"));
  });
  return section;
}
