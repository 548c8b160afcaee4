// Fields of a mapping: each shows a value, changes it, says what is wrong with it, and learns it where that is
// possible.

import {h} from "../dom.js";
import {learnButton} from "../parts/learn.js";
import {asList, inline, scalar} from "./values.js";
import {isLearnable} from "./scope.js";

/** A button that learns a value and writes it, for places that can be learnt. */
export function learn(part, at, label = at.at(-1)) {
  return isLearnable(part, at) && learnButton(label, part.learnPath(at), (text) => part.set(at, scalar(text)));
}

/** A link to a value in the text, for what has no editor. */
export const inText = (part, at, words) => h("p.dim", words, " ", h("a", {href: part.text(at)}, "Show in Text"));

/** What is wrong with a value, in words. */
const wrong = (part, at) => part.fault(at) && h("span.fault.label", {role: "alert"}, part.fault(at));

function input(part, at, {label, list, hint, words, parse = scalar}) {
  const take = (text) => (list ? text.split(",").map(scalar).filter((one) => one !== undefined) : parse(text));
  const change = (event) => {
    const value = take(event.target.value);
    const isShort = Array.isArray(value) && value.length < 2;
    part.set(at, isShort && (!value.length || !Array.isArray(part.get(at))) ? value[0] : value);
  };
  return h("input", {
    value: inline(part.get(at)),
    placeholder: hint,
    list: words,
    "aria-label": label,
    "aria-invalid": part.fault(at) && "true",
    onchange: change
  });
}

function select(part, at, {label, options}) {
  const now = part.get(at);
  const [, ...rest] = options;
  const known = options.some(([value]) => value === now) || now === undefined;
  const change = (event) => part.set(at, rest.find(([value]) => String(value) === event.target.value)?.[0]);
  return h(
      "select",
      {"aria-label": label, onchange: change},
      !known && h("option", {selected: true}, inline(now)),
      options.map(([value, text]) => h("option", {value, selected: value === now}, text)));
}

function toggle(part, at, {label, otherwise = false}) {
  const change = (event) => part.set(at, event.target.checked === otherwise ? undefined : event.target.checked);
  return h("label.switch", h("input", {type: "checkbox", checked: part.get(at) ?? otherwise, onchange: change}), label);
}

/**
 * One field. `kind` is "switch", "choice" with `options` of [value, text] whose first is the default, or "text", with
 * `list` for values apart by commas.
 */
export function field(part, at, label, kind = "text", options = {}) {
  const all = {label, ...options};
  const value = part.get(at);
  const isDeep = value !== null && typeof value === "object" &&
      !(all.list && asList(value).every((one) => typeof one !== "object"));
  if (isDeep) return h("div.field", h("span.label", label), inText(part, at, "This has several values."));
  if (kind === "switch") return h("div.field", toggle(part, at, all), wrong(part, at));
  const control = kind === "choice" ? select(part, at, all) : input(part, at, all);
  const button = learn(part, at, label);
  return h(
      "div.field", h("span.label", label), button ? h("div.withlearn", control, button) : control, wrong(part, at));
}

/** Several fields side by side. `list` has the arguments of `field` without the first. */
export const fieldGrid = (part, ...list) => h("div.fields", list.filter(Boolean).map((one) => field(part, ...one)));
