// Presets: all of them with their numbers, and set lists in the order in which they are played.

import {h, fill, keepFocus} from "../dom.js";
import {current, watch} from "../store.js";
import {act, quote} from "../box.js";
import {ask} from "../requests.js";
import {choice} from "../parts/choice.js";
import {sortable} from "../parts/sortable.js";
import {toast} from "../parts/toast.js";
import {askFor} from "../parts/ask.js";
import {menu} from "../parts/menu.js";

/** Changes a preset, and offers to undo that. */
async function change(what, name, value, text) {
  try {
    const {undo} = await ask("presets", {method: "POST", body: {do: what, name, value}}) ?? {};
    toast(text, undo !== undefined && "Undo", () => back(undo));
  } catch (error) { toast(error.message); }
}

/** Undoes a step that the box has numbered. */
async function back(step) {
  try {
    await ask("presets", {method: "POST", body: {do: "undo", step}});
  } catch (error) { toast(error.message); }
}

async function order(name, list, text) {
  const before = current().setlists?.[name] ?? [];
  try {
    await ask(name ? `setlists/${encodeURIComponent(name)}` : "setlists", {method: "PUT", body: {presets: list}});
    if (text) toast(text, "Undo", () => order(name, before));
  } catch (error) { toast(error.message); }
}

const create = () => askFor("New preset", "Name", "", (name) => change("new", name, undefined, `${name} is there`));

function more({name, number}) {
  const {presets} = current();
  const copy = Array.from({length: 99}, (_, at) => `${name} ${at + 2}`)
                   .find((text) => !presets.some((preset) => preset.name === text));
  menu(name, [
    [
      "Edit routings",
      async () => {
        await act(`load ${quote(name)}`);
        location.hash = "#edit";
      }
    ],
    ["Rename", () => askFor("Rename", "Name", name, (text) => change("rename", name, text, `${name} is now ${text}`))],
    [
      "Number",
      () => askFor(
          "Number",
          "0 to 127",
          String(number ?? ""),
          (text) => change("number", name, Number(text), `${name} has number ${text}`))
    ],
    ["Duplicate", () => change("duplicate", name, copy, `${copy} is there`)],
    ["Delete", () => change("delete", name, undefined, `${name} is deleted`), {warn: true}],
  ]);
}

/** A line of the list of all presets, or with `place` of a set list. */
function row(preset, place, count, tool) {
  const {preset: running, setlist} = current();
  const isRunning = preset.name === running?.name && (place === undefined || place === setlist?.place);
  return h(
      "li",
      {"data-name": preset.name, "data-colour": preset.colour},
      h(isRunning ? "button.load.live" : "button.load",
        {"aria-current": isRunning && "true", onclick: () => act(`load ${quote(preset.name)}`)},
        h("span.number", place ?? preset.number ?? "–"),
        h("span.name.cut", preset.name)),
      h("span.dim.label.count", count),
      tool);
}

export function presetScreen(screen) {
  let shown = current().setlist?.name ?? Object.keys(current().setlists ?? {})[0];
  const all = h("ul.presetlist", {"aria-label": "All presets"});
  const songList = h("ol.presetlist.order", {"aria-label": "Set list"});
  const lists = h("div.lists");
  const songs = () => current().setlists?.[shown] ?? [];
  const add = h("select", {
    "aria-label": "Add to the set list",
    onchange: () => {
      order(shown, [...songs(), add.value]);
      add.value = "";
    }
  });
  const none =
      h("p.dim",
        "This box has no set list. One is written in the text of the box file: setlist: { Friday: [Verse, Chorus] }");
  const sets =
      h("section.panel.set",
        h("header", h("h2", "Set list"), h("a.button.small", {href: "#live"}, "Play")),
        lists,
        songList,
        add,
        none);
  const side = choice(
      "Show", [["all", "All presets"], ["set", "Set list"]], "all", (chosen) => { screen.dataset.side = chosen; });
  side.classList.add("side");
  screen.dataset.side = "all";
  screen.append(
      side,
      h("section.panel.all", h("header", h("h2", "All presets"), h("button.small", {onclick: create}, "New")), all),
      sets);

  const takeOut = (name, at) =>
      h("button.small.plain",
        {
          "aria-label": `Take ${name} out, place ${at + 1}`,
          onclick: () => order(shown, songs().toSpliced(at, 1), `${name} is out of ${shown || "the set list"}`),
        },
        "✕");
  function draw() {
    const {presets = [], setlists = {}, setlist} = current();
    const sorted = presets.toSorted((a, b) => (a.number ?? 999) - (b.number ?? 999) || a.name.localeCompare(b.name));
    fill(
        all,
        sorted.map(
            (preset) => row(
                preset,
                undefined,
                `${preset.routings} ${preset.routings === 1 ? "routing" : "routings"}`,
                h("button.small.plain", {"aria-label": `${preset.name}: more`, onclick: () => more(preset)}, "•••"))));
    const names = Object.keys(setlists);
    none.hidden = names.length > 0;
    lists.hidden = names.length < 2;
    add.hidden = songList.hidden = !names.length;
    fill(
        lists,
        names.map(
            (name) =>
                h("button.small",
                  {
                    "aria-pressed": String(name === shown),
                    onclick: () => {
                      shown = name;
                      drawKept();
                    }
                  },
                  name,
                  name === setlist?.name && name !== shown ? " •" : "")));
    fill(songList, songs().map((name, at) => {
      const preset = presets.find((one) => one.name === name) ?? {name};
      return row(preset, at + 1, preset.number ?? "", takeOut(name, at));
    }));
    fill(add, h("option", {value: ""}, "Add a preset …"), sorted.map(({name}) => h("option", name)));
    sortable(songList, (from, to) => {
      const list = songs().slice();
      list.splice(to, 0, ...list.splice(from, 1));
      order(shown, list);
    });
  }
  const drawKept = () => keepFocus(screen, draw);
  const parts = (state) => JSON.stringify([state.presets, state.setlists, state.preset?.name, state.setlist]);
  watch(all, parts, drawKept);
}
