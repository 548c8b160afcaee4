// Controllers: remaps as cards, each from what comes in down to what goes out; and what is filtered.

import {h, fill} from "../dom.js";
import {toast} from "../parts/toast.js";
import {conditions} from "./conditions.js";
import {clipboard} from "./draft.js";
import {field, fieldGrid, learn} from "./fields.js";
import {remapOutput, remapValues} from "./remap.js";
import {sparkline} from "./pictures.js";
import {asList, inline} from "./values.js";

let opened = 0;

export function controllersEditor(routing) {
  const part = routing.within(["controllers"]);
  const remaps = asList(part.get(["remap"]));
  const add = (remap) => {
    opened = remaps.length;
    part.insert(["remap"], remap);
  };
  return h(
      "div.stack",
      remaps.map((_, index) => card(part, index)),
      h("div.row.wrap",
        h("button", {onclick: () => add({from: "cc modulation", to: "cc 74"})}, "Add remap"),
        clipboard.remap &&
            h("button",
              {onclick: () => add(structuredClone(clipboard.remap))},
              `Paste ${inline(clipboard.remap.from)}`)),
      h("div.block",
        h("div.head", h("h3", "Pass")),
        h("div.switches",
          field(part, ["filter"], "Filter out other controllers", "switch"),
          field(part, ["pick-up"], "Faders wait until they pass the last value", "switch"),
          field(routing, ["pressure", "filter"], "Filter out key pressure", "switch"))),
      h("div.block",
        h("div.head", h("h3", "Clock and system")),
        h("div.switches",
          field(routing, ["clock", "filter"], "Filter out clock", "switch"),
          [
            ["start-stop", "Filter out start and stop"],
            ["song-position", "Filter out song position"],
            ["sysex", "Filter out SysEx"],
            ["time-code", "Filter out time code"],
            ["flex-data", "Filter out Flex Data"]
          ].map(([key, label]) => field(routing, ["system", "filter", key], label, "switch")),
          field(routing, ["system", "filter", "midi-ci"], "Filter out MIDI-CI", "switch", {otherwise: true}),
          field(routing, ["system", "start-as-continue"], "Start as continue", "switch")),
        fieldGrid(
            routing,
            [["clock", "divide"], "Divide clock", "text", {hint: "1 to 24"}],
            [["clock", "multiply"], "Multiply clock", "text", {hint: "1 to 8"}])));
}

function card(list, index) {
  const at = ["remap", index];
  const part = list.within(at);
  const remap = part.get() ?? {};
  const inside = h("div.inside");
  const toggle = () => {
    opened = opened === index ? -1 : index;
    show();
  };
  const open =
      h("button.fold",
        {"aria-expanded": "false", onclick: toggle},
        h("b.cut", inline(remap.from)),
        h("span.dim", "→"),
        h("b.cut", remap.filter ? "filtered" : inline(remap.to)),
        h("span.grow"),
        remap.mode && h("span.dim", remap.mode),
        !remap.filter && sparkline((value) => remapOutput(remap, value)));
  function show() {
    open.setAttribute("aria-expanded", opened === index);
    fill(inside, opened === index && content(list, part, remap, index));
  }
  show();
  return h("section.remap", open, inside);
}

function content(list, part, remap, index) {
  const button = (text, run) => h("button.small.plain", {onclick: run}, text);
  const name = (key, label) =>
      h("label.inline",
        h("span.label", label),
        h("div.withlearn",
          h("input", {
            value: inline(remap[key]),
            list: "controllers",
            onchange: (event) => part.set([key], event.target.value.trim() || undefined)
          }),
          learn(part, [key])));
  return [
    h("div.words", name("from", "From"), name("to", "To")),
    part.fault() && h("span.fault.label", part.fault()),
    field(part, ["filter"], "Drop this controller", "switch"),
    !remap.filter && remapValues(part),
    !remap.filter && more(part, remap),
    h("div.row.wrap.tools2",
      button(
          "Copy",
          () => {
            clipboard.remap = structuredClone(remap);
            toast("Remap copied; it can be pasted in any preset");
          }),
      button("Duplicate", () => list.insert(["remap"], structuredClone(remap), index + 1)),
      button("Delete", () => list.remove(["remap", index])))
  ];
}

/** What goes with few remaps: pick-up, settling, banks, hold. */
function more(part, remap) {
  const mode = remap.mode ?? "direct";
  return h(
      "div.stack",
      fieldGrid(
          part,
          [["channel"], "Channel", "text", {hint: "as the routing"}],
          String(remap.to).startsWith("program") && [["bank"], "Bank", "text", {hint: "1/0"}],
          /^cc|^program/.test(String(remap.from)) && [["settle"], "Settle", "text", {hint: "20 ms"}]),
      h("div.switches",
        mode === "direct" && field(part, ["pick-up"], "Wait until it passes the last value", "switch"),
        field(part, ["repeats"], "Send values that were sent last", "switch", {otherwise: true})),
      h("div.block", h("div.head", h("h3", "Hold while")), conditions(part.within(["hold"]))));
}
