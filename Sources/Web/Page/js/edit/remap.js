// Mode and values of a remap.

import {h} from "../dom.js";
import {curveExact} from "../curves.js";
import {choice} from "../parts/choice.js";
import {stepper} from "../parts/stepper.js";
import {span} from "../parts/span.js";
import {curveplot} from "../parts/curveplot.js";
import {curvePanel} from "./curve.js";
import {field, inText, learn} from "./fields.js";
import {listTools, listValues} from "./lists.js";
import {ends, inline} from "./values.js";

const longest = 128;  // values of a list that are edited here

const isFine = (controller) => /^(pitch-bend|motion .|pedal .)$|14-bit|^cc \d+\/\d+$/.test(String(controller ?? ""));
const top = (controller) => (isFine(controller) ? 16383 : 127);
/** The ends of a range as numbers. Names of notes and what else cannot be read count as the whole range. */
const range = (text, high) => ends(text ?? `0..${high}`) ?? [0, high];

/** The output 0..127 for an input 0..127, both scaled to their ranges, as the plot shows it. */
export function remapOutput(remap, value) {
  const [high, highOut] = [top(remap.from), top(remap.to)];
  if (remap.curve) return curveExact(remap.curve, value);
  const list = remap.list !== undefined && listValues(remap.list);
  if (list?.length) return (list[Math.round(value / 127 * (list.length - 1))] ?? 0) / highOut * 127;
  const [low, up] = range(remap.linear?.in, high);
  const [from, to] = range(remap.linear?.out, highOut);
  const x = value / 127 * high;
  const y = x < low ? from : x > up ? to : low === up ? to : from + (x - low) * (to - from) / (up - low);
  return y / highOut * 127;
}

export function remapValues(part) {
  const remap = part.get();
  const mode = remap.mode ?? "direct";
  const high = top(remap.from), highOut = top(remap.to);
  const modes =
      h("div.head",
        h("h3", "Mode"),
        choice(
            "Mode",
            [["direct", "Direct"], ["increment", "Increment"], ["latch", "Latch"]],
            mode,
            (next) => part.set(["mode"], next === "direct" ? undefined : next)));
  const steps = mode !== "direct" && stepFields(part, remap, mode, high);
  if (mode === "latch") return h("div.stack", modes, steps, latchFields(part, remap, highOut));
  const kind = remap.curve ? "curve" : remap.list !== undefined ? "list" : "linear";
  const values = Array.from({length: longest}, (_, value) => Math.round(remapOutput(remap, value) / 127 * highOut));
  const change = (next) => part.setAll([
    ...["linear", "curve", "list"].filter((key) => key !== next).map((key) => [[key], undefined]),
    ...(next === "curve"    ? [[["curve"], {softness: 0}]] :
            next === "list" ? [[["list"], values]] :
                              [])
  ]);
  const lead =
      h("div.stack",
        modes,
        steps,
        h("div.head",
          h("h3", "Values"),
          choice("Values", [["linear", "Linear"], ["curve", "Curve"], ["list", "List"]], kind, change)));
  if (kind === "curve")
    return h(
        "div.stack",
        curvePanel(remap.curve, (curve) => part.set(["curve"], curve), false, lead),
        tools(part, high, values));
  const plot = curveplot({output: (value) => remapOutput(remap, value)}).element;
  const content = kind === "list" ? listWords(part, remap.list) : linearBlocks(part, remap, high, highOut);
  return h("div.stack", h("div.curvepanel", plot, h("div.stack", lead, content)), tools(part, high, values));
}

const tools = (part, high, values) =>
    (high === 127 ? listTools("controller", values, (list) => part.set(["list"], list)) :
                    h("p.dim.label", "A list of 16384 values is a file of lists/, which is written in Text."));

function stepFields(part, remap, mode, high) {
  const isNumber = (key) => remap[key] === undefined || typeof remap[key] === "number";
  const number = (key, label, otherwise, low, most) =>
      (isNumber(key) ?
           h("div.field",
             h("span.label", label),
             h("div.row",
               stepper(
                   label, {value: remap[key] ?? otherwise, low, high: most, change: (next) => part.set([key], next)}),
               learn(part, [key], label))) :
           field(part, [key], label));
  const edges = [["rising", "↗"], ["falling", "↘"], ["both", "both"]];
  const isRelative = String(remap.from).includes("relative");
  return h(
      "div.fields",
      !isRelative &&
          [
            number("trigger", "Trigger", high === 127 ? 64 : 8192, 0, high),
            field(part, ["rearm"], "Rearm"),
            h("div.field",
              h("span.label", "Edge"),
              choice(
                  "Edge",
                  edges,
                  remap.edge ?? "rising",
                  (edge) => part.set(["edge"], edge === "rising" ? undefined : edge)))
          ],
      mode === "increment" && [
        number("by", "Step", 1, -127, 127),
        number("start", "First", 0, 0, high),
        number("end", "Last", high, 0, high),
        !isRelative && field(part, ["decrement"], "Back", "text", {words: "controllers"}),
        field(part, ["wrap"], "Begin again after the last", "switch", {otherwise: true})
      ]);
}

function latchFields(part, remap, highOut) {
  if (remap.list !== undefined && !Array.isArray(remap.list))
    return inText(part, ["list"], `The values are in ${remap.list}.`);
  const list = remap.list ?? [0, highOut];
  return h("div.fields", ["Off", "On"].map((name, at) => h("div.field", h("span.label", name), stepper(name, {
                                                             value: Number(list[at]) || 0,
                                                             low: 0,
                                                             high: highOut,
                                                             change: (value) => part.set(["list"], list.with(at, value))
                                                           }))));
}

function listWords(part, list) {
  if (!Array.isArray(list)) return inText(part, ["list"], `The list is in ${inline(list)}.`);
  if (list.length > longest) return inText(part, ["list"], `${list.length} values.`);
  const take = (at, text) => part.set(["list", at], Math.max(0, Number(text) || 0));
  return h("div.valuelist", list.map((value, at) => h("label", h("span.dim", at), h("input", {
                                                        inputmode: "numeric",
                                                        value,
                                                        "aria-label": `Value ${at} becomes`,
                                                        onchange: (event) => take(at, event.target.value)
                                                      }))));
}

function linearBlocks(part, remap, high, highOut) {
  const [input, output] = [range(remap.linear?.in, high), range(remap.linear?.out, highOut)];
  const set = (key) => (text) => part.set(["linear", key], text);
  const button = (text, run, disabled) => h("button.small", {onclick: run, disabled}, text);
  return [
    h("div.block",
      h("div.head", h("h3", "In"), learn(part, ["linear", "in"])),
      span("In", input, {to: high}, set("in"))),
    h("div.block",
      h("div.head",
        h("h3", "Out"),
        learn(part, ["linear", "out"]),
        button("Invert", () => set("out")(`${output[1]}..${output[0]}`)),
        button("Reset", () => part.set(["linear"], undefined), !remap.linear)),
      span("Out", output, {to: highOut, canReverse: true}, set("out"))),
  ];
}
