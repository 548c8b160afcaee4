// The routings of a preset as lines of stages, from source to destination; a stage opens its editor.

import {h} from "../dom.js";
import {current} from "../store.js";
import {act, quote} from "../box.js";
import {toast} from "../parts/toast.js";
import {askFor} from "../parts/ask.js";
import {menu} from "../parts/menu.js";
import {asList, inline} from "./values.js";
import {isStageWrong, stageEditor, stageNames, stageSummary, stageText, stageTitle} from "./stages.js";
import {destinations} from "./words.js";

const isWide = () => matchMedia("(min-width: 1100px)").matches;
const title = (routing, at) => routing.name ?? `Routing ${at + 1}`;

/** `chosen` has the position of the routing and the stage that are open; `redraw()` draws what holds `body` anew. */
export function routingList(body, part, chosen, redraw) {
  const routings = asList(part.get(["routings"]));
  // An address may name a routing.
  if (typeof chosen.routing === "string") chosen.routing = routings.findIndex((one) => one?.name === chosen.routing);
  if (!routings[chosen.routing])
    Object.assign(chosen, isWide() ? {routing: 0, stage: "restrict"} : {routing: undefined, stage: undefined});
  if (chosen.stage && !stageTitle(chosen.stage)) chosen.stage = undefined;
  if (chosen.routing !== undefined && !chosen.stage && isWide()) chosen.stage = "restrict";
  const pick = (routing, stage) => {
    Object.assign(chosen, {routing, stage});
    history.replaceState(
        null, "", routing === undefined ? "#edit" : `#edit/${[routing + 1, stage].filter(Boolean).join("/")}`);
    redraw();
  };
  const routing = routings[chosen.routing];
  const editor = routing && chosen.stage &&
      stagePanel(part.within(["routings", chosen.routing]), title(routing, chosen.routing), chosen, pick);
  body.classList.toggle("isopen", Boolean(editor));
  const add = (name) => part.insert(["routings"], {name, from: ["input keyboard"], to: [destinations()[0] ?? "any"]});
  // Where there is room, the button stands above the lines, and Tab reaches it there.
  const lines = [
    h("div.row.addrouting", h("button", {onclick: () => askFor("New routing", "Name", "", add)}, "Add routing")),
    h("ol.routings", routings.map((one, at) => routingLine(one ?? {}, at, part, chosen, pick)))
  ];
  return [
    h("div.chainhead", {"aria-hidden": "true"}, h("span"), stageNames.map((name) => h("span", stageTitle(name)))),
    isWide() ? lines : lines.reverse(),
    editor
  ];
}

function stagePanel(part, name, chosen, pick) {
  return h(
      "section.panel.editor",
      {"aria-label": `${name}, ${stageTitle(chosen.stage)}`},
      h("header",
        h("button.small.plain.back",
          {
            "aria-label": "Back to the routings",
            onclick: () => pick(isWide() ? chosen.routing : chosen.routing, undefined)
          },
          "←"),
        h("h2.title", h("span.dim", name), " ", stageTitle(chosen.stage)),
        neighbours(chosen, pick)),
      stageEditor(chosen.stage, part));
}

/** The stages before and after, so that one hand gets through a routing. */
function neighbours(chosen, pick) {
  const at = stageNames.indexOf(chosen.stage);
  const step = (by, sign) => {
    const name = stageNames[at + by];
    return h(
        "button.small",
        {
          disabled: !name,
          "aria-label": name ? stageTitle(name) : "No stage",
          onclick: () => pick(chosen.routing, name)
        },
        sign);
  };
  return h("div.row", step(-1, "◀"), step(1, "▶"));
}

function routingLine(routing, at, part, chosen, pick) {
  const isChosen = at === chosen.routing;
  const now = current().routings?.[at] ?? {};
  const state = routing.mute || now.mute ? "muted" :
      routing.bypass || now.bypass       ? "bypassed" :
      now.blocked                        ? "blocked" :
                                           "";
  const own = part.within(["routings", at]);
  const toggle = (word) => routing.name !== undefined &&
      h("button.small",
        {
          "aria-pressed": String(Boolean(now[word.toLowerCase()])),
          "aria-label": `${word} ${routing.name}`,
          onclick: () => act(`toggle-${word.toLowerCase()} ${quote(String(routing.name))}`),
        },
        word[0],
        h("span.rest", word.slice(1)));
  const wrong = (stage) => (isStageWrong(own, stage) ? ", with a fault" : "");
  const label = (stage) => `${title(routing, at)}, ${stageTitle(stage)}: ${stageText(routing, stage)}${wrong(stage)}`;
  const tile = (stage) =>
      h("li",
        h("button.stagetile",
          {
            "data-stage": stage,
            class: isStageWrong(own, stage) ? "stagetile wrong" : "stagetile",
            "aria-pressed": String(isChosen && stage === chosen.stage),
            "aria-label": label(stage),
            onclick: () => pick(at, stage),
          },
          h("span.stagename", stageTitle(stage)),
          h("span.summary", stageSummary(routing, stage))));
  return h(
      "li.routing",
      {class: `routing ${state} ${isChosen ? "chosen" : ""}`},
      h("div.name",
        h("button.plain.fold",
          {
            "aria-expanded": String(isChosen),
            onclick: () =>
                pick(isChosen && !isWide() ? undefined : at, isWide() ? chosen.stage ?? "restrict" : undefined)
          },
          h("b.cut", title(routing, at))),
        toggle("Mute"),
        toggle("Bypass"),
        more2(routing, at, part)),
      h("p.brief.cut", brief(routing)),
      h("ol.chain", stageNames.map(tile)));
}

/** A routing in a line, where there is no room for its chain. */
function brief({from, to, restrict, notes, channel}) {
  const shift = Number(notes?.shift) || 0;
  const parts = [
    `${asList(from).join(", ")} → ${asList(to).join(", ")}`,
    restrict?.notes !== undefined && inline(restrict.notes).replace("..", " – "),
    shift && `${shift > 0 ? "+" : "−"}${Math.abs(shift)}`,
    channel !== undefined && `channel ${inline(channel)}`
  ];
  return parts.filter(Boolean).join(" · ");
}

function more2(routing, at, part) {
  const name = title(routing, at);
  const last = asList(part.get(["routings"])).length - 1;
  async function remove() {
    await part.remove(["routings", at]);
    toast(`${name} is deleted`, "Undo", async () => {
      await act("undo");
      part.draft.read();
    });
  }
  const entries = () => [
      [
        "Rename",
        () => askFor("Rename", "Name", routing.name ?? "", (text) => part.set(["routings", at, "name"], text))
      ],
      ["Duplicate", () => part.insert(["routings"], {...structuredClone(routing), name: `${name} 2`}, at + 1)],
      ["Move up", () => part.move(["routings", at], at - 1), {disabled: at === 0}],
      ["Move down", () => part.move(["routings", at], at + 1), {disabled: at === last}],
      [
        routing.mute ? "Not muted when loaded" : "Muted when loaded",
        () => part.set(["routings", at, "mute"], routing.mute ? undefined : true)
      ],
      [
        routing.bypass ? "Not bypassed when loaded" : "Bypassed when loaded",
        () => part.set(["routings", at, "bypass"], routing.bypass ? undefined : true)
      ],
      [
        "Reset to pass everything",
        () => part.set(
            ["routings", at],
            {...(routing.name !== undefined && {name: routing.name}), from: routing.from, to: routing.to})
      ],
      ["Delete", remove, {warn: true}],
  ];
  return h("button.small.plain.more", {"aria-label": `${name}: more`, onclick: () => menu(name, entries())}, "•••");
}
