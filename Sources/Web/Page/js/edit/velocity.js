// Velocity: a curve, a line, one fixed value, or a list; then an offset and limits.

import {h} from "../dom.js";
import {velocityOutput} from "../curves.js";
import {choice} from "../parts/choice.js";
import {stepper} from "../parts/stepper.js";
import {span} from "../parts/span.js";
import {curveplot} from "../parts/curveplot.js";
import {curvePanel} from "./curve.js";
import {field, fieldGrid, inText, learn} from "./fields.js";
import {listTools, listValues} from "./lists.js";
import {ends} from "./values.js";

const kinds = [["as is", "As played"], ["curve", "Curve"], ["linear", "Line"], ["fixed", "Fixed"], ["list", "List"]];
const shapes = ["curve", "linear", "fixed", "list"];

/** The output of a velocity setting as far as this page can read it: what it cannot read changes nothing. */
export function velocityShape(setting) {
  if (!setting) return (value) => value;
  const list = setting.list !== undefined ? listValues(setting.list) : undefined;
  return (value) => velocityOutput({...setting, list}, value);
}

export function velocityEditor(routing) {
  const part = routing.within(["velocity"]);
  const setting = part.get();
  const kind = shapes.find((key) => setting?.[key] != null) ?? "as is";
  const output = velocityShape(setting);
  const values = Array.from({length: 128}, (_, value) => (value ? Math.round(output(value)) : 0));
  const fresh =
      {curve: {free: [0, [42, 42], [85, 85], 127]}, linear: {in : "1..127", out: "40..110"}, fixed: 96, list: values};
  // The offset and the limits behind the shape stay.
  const choose = (next) => part.setAll([
    ...shapes.filter((key) => key !== next).map((key) => [[key], undefined]),
    ...(next === "fixed" ? [[["offset"], undefined], [["limit"], undefined]] : []),
    ...(fresh[next] === undefined ? [] : [[[next], fresh[next]]])
  ]);
  const lead = choice("Velocity", kinds, kind, choose);
  const beside = (...content) => h("div.curvepanel", curveplot({output}).element, h("div.stack", lead, content));
  const panel = {
    "as is": () => beside(h("p.dim", "Every note keeps its velocity.")),
    curve: () => curvePanel(setting.curve, (curve) => part.set(["curve"], curve), true, lead),
    linear: () => beside(line(part, "in", [1, 127]), line(part, "out", [1, 127], true)),
    fixed: () => beside(h(
        "div.block",
        h("div.head", h("h3", "Every note"), learn(part, ["fixed"])),
        stepper("Velocity", {value: setting.fixed, low: 0, high: 127, change: (value) => part.set(["fixed"], value)}))),
    list: () => beside(
        Array.isArray(setting.list) ? valueGrid(part, setting.list) :
                                      inText(part, ["list"], `The list is in ${setting.list}.`)),
  };
  return h(
      "div.stack",
      panel[kind](),
      kind !== "fixed" &&
          fieldGrid(
              part,
              [["offset"], "Offset", "text", {hint: "-127 to 127"}],
              [["limit"], "Limit", "text", {hint: "1..127"}]),
      kind !== "as is" && listTools("velocity", values, (list) => {
        fresh.list = list;
        choose("list");
      }));
}

function line(part, key, otherwise, canReverse = false) {
  const range = ends(part.get(["linear", key]) ?? otherwise.join(".."));
  const title = key === "in" ? "In" : "Out";
  return h(
      "div.block",
      h("div.head", h("h3", title), learn(part, ["linear", key])),
      range ? span(title, range, {canReverse}, (text) => part.set(["linear", key], text)) :
              field(part, ["linear", key], title));
}

function valueGrid(part, list) {
  const take = (at, text) => part.set(["list", at], Math.min(127, Math.max(0, Number(text) || 0)));
  return h("div.valuelist", list.map((value, at) => h("label", h("span.dim", at), h("input", {
                                                        inputmode: "numeric",
                                                        value,
                                                        "aria-label": `Velocity ${at} becomes`,
                                                        onchange: (event) => take(at, event.target.value)
                                                      }))));
}
