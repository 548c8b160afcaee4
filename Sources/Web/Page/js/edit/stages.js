// The stages of a routing in the order of the signal, what each says of itself, and its editor.

import {h} from "../dom.js";
import {curveExact} from "../curves.js";
import {channelEditor} from "./channel.js";
import {controllersEditor} from "./controllers.js";
import {endsEditor} from "./ends.js";
import {onLoadEditor} from "./messages.js";
import {notesEditor} from "./notes.js";
import {miniRange, sparkline} from "./pictures.js";
import {restrictEditor} from "./restrict.js";
import {asList, ends, inline, noteEnds} from "./values.js";
import {velocityEditor, velocityShape} from "./velocity.js";

const lines = (...texts) => texts.filter(Boolean).map((text) => h("span.cut", text));
const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

function restrictSummary({restrict}) {
  if (!restrict) return [];
  const {notes, velocities, channel, only} = restrict;
  const isChannel = channel !== undefined && channel !== "all";
  const isVelocity = velocities !== undefined && velocities !== "1..127";
  const row =
      h("span.row.spread",
        h("span.cut", notes !== undefined ? inline(notes).replace("..", " – ") : "all notes"),
        isChannel && h("span", `ch ${inline(channel)}`),
        asList(restrict.conditions?.of).length > 0 && h("span.dim", "if"));
  const bar = (range) => range && miniRange(range);
  return [
    row,
    notes !== undefined && bar(noteEnds(notes)),
    isVelocity && [h("span.hidden", `velocities ${inline(velocities)}`), bar(ends(velocities))],
    only && lines(`only ${inline(only)}`)
  ].flat()
      .filter(Boolean);
}

function notesSummary({notes = {}}) {
  const {filter, shift, map, length, hold} = notes ?? {};
  const entries = map ?? notes?.["map-tones"];
  const mapped = entries !== undefined &&
      (typeof entries === "object" && !Array.isArray(entries) ? `${Object.keys(entries).length} mapped` : "mapped");
  return lines(
      filter && "filtered",
      shift && signed(shift),
      mapped,
      length !== undefined && inline(length),
      hold !== undefined && `hold ${typeof hold === "object" ? "while" : hold}`);
}

function velocitySummary({velocity}) {
  if (!velocity) return [];
  const isSmooth = velocity.curve && velocity.offset === undefined && velocity.limit === undefined;
  const shape = velocityShape(velocity);
  return [sparkline((value) => (isSmooth ? curveExact(velocity.curve, value) : shape(Math.max(1, value))))];
}

function controllersSummary(routing) {
  const {remap, filter} = routing.controllers ?? {};
  const remaps = asList(remap);
  const brief = ({from, to, filter: isDropped}) =>
      `${inline(from).replace("cc ", "")} → ${isDropped ? "✕" : inline(to).replace("cc ", "")}`;
  return lines(
      ...remaps.slice(0, 2).map(brief),
      remaps.length > 2 && `${remaps.length - 2} more`,
      filter && (remaps.length ? "others filtered" : "filtered"));
}

function onLoadSummary(routing) {
  const count = asList(routing["on-load"]).length + asList(routing.positions).length;
  const leaving = asList(routing["on-leave"]).length;
  const words = (number) => `${number} ${number === 1 ? "message" : "messages"}`;
  return lines(count > 0 && words(count), leaving > 0 && `${leaving} on leave`);
}

const stages = {
  source: {
    title: "Source",
    keys: ["from"],
    summary: ({from}) => lines(...asList(from).map(inline)),
    editor: (part) => endsEditor(part, "from")
  },
  restrict: {title: "Restrict", keys: ["restrict"], summary: restrictSummary, editor: restrictEditor},
  notes: {title: "Notes", keys: ["notes", "transpose"], summary: notesSummary, editor: notesEditor},
  velocity: {title: "Velocity", keys: ["velocity"], summary: velocitySummary, editor: velocityEditor},
  controllers: {
    title: "Controllers",
    keys: ["controllers", "pressure", "clock", "system"],
    summary: controllersSummary,
    editor: controllersEditor
  },
  channel: {
    title: "Channel",
    keys: ["channel"],
    summary: ({channel}) => (channel !== undefined ? [h("b", inline(channel))] : []),
    editor: channelEditor
  },
  destination: {
    title: "Destination",
    keys: ["to"],
    summary: ({to}) => lines(...asList(to).map(inline)),
    editor: (part) => endsEditor(part, "to")
  },
  onload: {title: "On load", keys: ["on-load", "positions", "on-leave"], summary: onLoadSummary, editor: onLoadEditor},
};

export const stageNames = Object.keys(stages);
export const stageTitle = (name) => stages[name]?.title;
/** Whether something is wrong in a stage of a routing. */
export const isStageWrong = (part, name) => stages[name].keys.some((key) => part.draft.faultBelow(part.at([key])));
export function stageSummary(routing, name) {
  const list = stages[name].summary(routing);
  return list.length ? list : [h("span.faint", "–")];
}
/** The same for a screen reader. */
export const stageText = (routing, name) =>
    stages[name].summary(routing).map(({textContent}) => textContent).filter(Boolean).join(", ") ||
    (name === "velocity" && routing.velocity ? "changed" : "as it is");
export const stageEditor = (name, part) => stages[name].editor(part);
