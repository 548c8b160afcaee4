// Edit: the routings of a preset as lines of stages; what else the preset has; the box file; and both as text.
// Hash: #edit, #edit/NUMBER/STAGE or #edit/NAME/STAGE, #edit/preset, #edit/box, #edit/text/FILE:LINE:COLUMN.

import {h, fill, keepFocus, say} from "../dom.js";
import {current, watch} from "../store.js";
import {act, quote} from "../box.js";
import {ask} from "../requests.js";
import {choice} from "../parts/choice.js";
import {openDraft} from "../edit/draft.js";
import {scope} from "../edit/scope.js";
import {faultList} from "../edit/faults.js";
import {routingList} from "../edit/routings.js";
import {presetEditor} from "../edit/preset.js";
import {boxEditor} from "../edit/box.js";
import {textEditor} from "../edit/text.js";
import {suggestions} from "../edit/words.js";

const pages = [["routings", "Routings"], ["preset", "Preset"], ["box", "Box"], ["text", "Text"]];

const running = () => (current().presets ?? []).find(({name}) => name === current().preset?.name);

let boxPath;
/** The box file: the one beside the folder of presets. */
async function boxFile() {
  if (boxPath === undefined) {
    const files = await ask("files");
    const own = files.filter(({path}) => !path.includes("/") && path.endsWith(".yaml"));
    boxPath = (own.find(({path}) => path === "box.yaml") ?? own[0])?.path ?? "box.yaml";
  }
  return boxPath;
}

export function edit(screen, [first, second]) {
  const page = first === "assignments" ? "box" : pages.some(([name]) => name === first) ? first : "routings";
  const [, named, ...place] = /^(.*):(\d+):(\d+)$/.exec(second ?? "") ?? [undefined, second];
  const body = h("div.editbody");
  const picker = h("select", {"aria-label": "Preset", onchange: () => act(`load ${quote(picker.value)}`)});
  const chosen = {
    routing: page !== "routings" || !first ? undefined :
        /^\d+$/.test(first)                ? Number(first) - 1 :
                                             first,
    stage: page === "routings" ? second : undefined
  };
  let draft, opening = 0;

  async function open() {
    const turn = ++opening;
    draft?.close();
    draft = undefined;
    try {
      const path = page === "text" && named  ? named :
          page === "box" || !running()?.file ? await boxFile() :
                                               running().file;
      const next = await openDraft(path, draw);
      if (turn !== opening) return next.close();
      draft = next;
      draw();
    } catch (error) {
      if (turn === opening) fill(body, h("p.dim", error.message));
    }
  }
  /** The part of the file that is the running preset: all of it, or an entry of the box file. */
  function presetScope() {
    const {name} = running() ?? {};
    const inline =
        Array.isArray(draft.tree.presets) ? draft.tree.presets.findIndex((preset) => preset?.name === name) : -1;
    return inline >= 0 ? scope(draft, ["presets", inline]) : scope(draft, [], ["presets", name]);
  }
  function draw() {
    if (!draft) return;
    const scroll = screen.scrollTop;
    const redraw = draw;
    const isYAML = /\.(yaml|yml)$/.test(draft.path);
    const content = () => {
      if (page === "box") return boxEditor(scope(draft), redraw);
      if (!running() || !presetScope().get()?.routings)
        return h("p.dim", "This box has no preset with routings yet. One is made on the screen Presets.");
      return page === "preset" ? presetEditor(presetScope()) : routingList(body, presetScope(), chosen, redraw);
    };
    if (page === "text") {
      if (!body.firstChild || !body.update?.(draft))
        fill(body, fileHead(draft.path), textEditor(body, draft, isYAML, place.map(Number)));
    } else
      keepFocus(body, () => fill(body, (draft.diagnostics.length > 0 || !draft.isGood) && faultNote(draft), content()));
    screen.scrollTop = scroll;
  }
  const go = (next) => { location.hash = next === "routings" ? "#edit" : `#edit/${next}`; };
  const bar =
      h("div.editbar",
        page === "box" ? h("h2", "Box file") : picker,
        choice("Part", pages, page, go),
        saving(() => draft?.read()));
  screen.append(bar, body, ...suggestions());
  watch(
      bar,
      (state) => JSON.stringify([state.presets?.map(({name, number}) => [name, number]), state.preset?.name]),
      () => fill(
          picker,
          (current().presets ?? [])
              .map(
                  ({name, number}) =>
                      h("option",
                        {value: name, selected: name === current().preset?.name},
                        `${number ?? "–"}  ${name}`))));
  watch(bar, (state) => (page === "box" || named ? "" : state.preset?.name), open);
  // Mutes, and what conditions block now, are seen in the list of routings.
  watch(body, (state) => page === "routings" && JSON.stringify(state.routings), draw);
  return () => {
    draft?.close();
    opening++;
    body.leave?.();
  };
}

const fileHead = (path) => h("p.dim.mono.filename", path);

function faultNote(draft) {
  const errors = draft.diagnostics.filter(({severity}) => severity !== "warning");
  return h(
      "section.panel.faults.inedit",
      h("header",
        h("h2", errors.length || !draft.isGood ? "Not in force: the box goes on with the last version" : "Warnings")),
      faultList(draft.diagnostics, draft.path));
}

/** What is in force but not saved. */
function saving(reread) {
  const words = h("span.dim.grow.cut");
  const run = async (word) => {
    await act(word);
    reread();
  };
  const [undo, revert, save] = [["Undo", "undo"], ["Revert", "revert"], ["Save", "save"]].map(
      ([text, word]) => h("button.small", {onclick: () => run(word)}, text));
  const bar = h("div.saving", words, undo, revert, save);
  watch(bar, (state) => JSON.stringify([state.draft?.files ?? [], Boolean(state.preset?.changed)]), (text) => {
    const [files, isChanged] = JSON.parse(text);
    say(words,
        files.length ? `Not saved: ${files.map((name) => name.split("/").pop()).join(", ")}` :
            isChanged ? "Not saved" :
                        "All saved");
    for (const button of [undo, revert, save]) button.disabled = !files.length && !isChanged;
    save.classList.toggle("on", files.length > 0 || isChanged);
  });
  return bar;
}
