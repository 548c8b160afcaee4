// Values as files have them: ranges, lists and single words.

import {readNote} from "../music.js";

/** A value as a list: one item stands for itself. */
export const asList = (value) => (value == null ? [] : Array.isArray(value) ? value : [value]);

/** What was typed as JSON has it: numbers and booleans without quotes. Empty is undefined. */
export function scalar(text) {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (trimmed === "true" || trimmed === "false") return trimmed === "true";
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

/** The ends of `40..127`, or of one value, as numbers; undefined if it is written in another way. */
export function ends(text, read = number) {
  const parts = String(text).split("..").map((part) => read(part.trim()));
  if (parts.length > 2 || parts.some((part) => part === undefined)) return undefined;
  return [parts[0], parts.at(-1)];
}

function number(text) {
  const value = Number(text);
  return text === "" || Number.isNaN(value) ? undefined : value;
}

/** The ends of a range of notes. */
export const noteEnds = (text) => ends(text, readNote);

/** A value in one line. */
export const inline = (value) =>
    (value == null                 ? "" :
         Array.isArray(value)      ? value.map(inline).join(", ") :
         typeof value === "object" ? JSON.stringify(value) :
                                     String(value));
