// Restrict: notes, velocities, channel, kinds of messages, and conditions.

import {h} from "../dom.js";
import {stepper} from "../parts/stepper.js";
import {keystrip} from "../parts/keystrip.js";
import {span} from "../parts/span.js";
import {conditions} from "./conditions.js";
import {field, inText, learn} from "./fields.js";
import {ends, noteEnds} from "./values.js";

export function restrictEditor(routing) {
  const part = routing.within(["restrict"]);
  const limits = part.get() ?? {};
  const notes = noteEnds(limits.notes ?? "0..127");
  const velocities = ends(limits.velocities ?? "1..127");
  const isOne = limits.channel === undefined || limits.channel === "all" || typeof limits.channel === "number";
  const all = (key) =>
      h("button.small", {disabled: limits[key] === undefined, onclick: () => part.set([key], undefined)}, "All");
  const head = (title, ...tools) => h("div.head", h("h3", title), tools);
  return h(
      "div.stack",
      h("div.block",
        head("Notes", learn(part, ["notes"]), all("notes")),
        notes ? keystrip("Notes", notes, (text) => part.set(["notes"], text)) :
                inText(part, ["notes"], "These notes are written in another way.")),
      h("div.columns",
        h("div.block",
          head("Velocities", learn(part, ["velocities"]), all("velocities")),
          velocities ? span("Velocities", velocities, {from: 1}, (text) => part.set(["velocities"], text)) :
                       inText(part, ["velocities"], "Written in another way.")),
        h("div.block",
          head("Channel", isOne && learn(part, ["channel"]), all("channel")),
          isOne ? stepper("Channel", {
            value: Number(limits.channel) || 0,
            low: 0,
            high: 16,
            show: (value) => (value ? String(value) : "All"),
            change: (value) => part.set(["channel"], value || undefined),
          }) :
                  field(part, ["channel"], "Channels, such as 2..9 or 1, 3", "text", {list: true}))),
      h("div.columns",
        field(part, ["only"], "Only these kinds", "text", {list: true, words: "kinds", hint: "all"}),
        isOne && field(part, ["channel"], "Several channels", "text", {hint: "2..9", list: true})),
      h("div.block", head("Only while"), conditions(part.within(["conditions"]))));
}
