// The frame: what runs, the screens, PANIC; and which screen is shown.

import {h, fill, say} from "./dom.js";
import {current, watch} from "./store.js";
import {act, lostSentence, onComplaint, tap} from "./box.js";
import {hear, link} from "./link.js";
import {toast} from "./parts/toast.js";
import {live} from "./screens/live.js";
import {keys} from "./screens/keys.js";
import {monitor} from "./screens/monitor.js";
import {edit} from "./screens/edit.js";
import {presetScreen} from "./screens/presets.js";
import {pictures} from "./screens/pictures.js";
import {boxScreen} from "./screens/box.js";

const screens = {
  live: ["Live", live],
  keys: ["Keys", keys],
  monitor: ["Monitor", monitor],
  edit: ["Edit", edit],
  presets: ["Presets", presetScreen],
  pictures: ["Pictures", pictures],
  box: ["Box", boxScreen],
};

const heading = h("h1.hidden");
const main = h("main.screen", {tabindex: "0"});
const tabs = h("nav.tabs", {"aria-label": "Screens"});
const notice = h("div.notice", {role: "status", hidden: true});
let leave = () => {};

function bar() {
  const now = h("div.now");
  const status = h("span.status", {role: "status"});
  const beats = h("span");
  const beat = h("span.beat", {"aria-hidden": "true"});
  const transport = h("span.dim.clockmark");
  const boxName = h("div.now.boxname.cut");
  const header =
      h("header.top",
        heading,
        now,
        boxName,
        status,
        h("div.tempo", beats, beat, transport),
        h("button.panic", {onclick: () => act("panic")}, "PANIC"));
  watch(header, (state) => state.box.name, (text) => say(boxName, text));
  watch(header, (state) => state.preset, (preset) => {
    const name = (preset?.name ?? "") + (preset?.part ? ` / ${preset.part.name}` : "") + (preset?.changed ? " *" : "");
    fill(now, h("span.number", preset?.number ?? "–"), h("span.cut", name));
  });
  watch(header, (state) => state.status, (told) => {
    say(status, told?.text ?? "");
    status.classList.toggle("fault", told?.kind === "fault");
  });
  watch(header, (state) => state.clock, (clock) => {
    if (!clock) return;
    say(beats, clock.tempo.toFixed(1));
    beat.classList.toggle("on", clock.beat);
    say(transport, clock.state);
  });
  return header;
}

function show() {
  const [name, ...rest] = location.hash.slice(1).split("/");
  const chosen = screens[name] ? name : "live";
  const [title, begin] = screens[chosen];
  leave();
  fill(main);
  main.className = `screen ${chosen}`;
  say(heading, `${title}, ${current().box.name}`);
  main.parentElement.dataset.screen = chosen;
  document.title = `${title} · ${current().box.name}`;
  leave = begin(main, rest.map(decodeURIComponent)) ?? (() => {});
  main.scrollTop = 0;
  for (const tab of tabs.children) tab.toggleAttribute("aria-current", tab.hash === `#${chosen}`);
}

function shortcuts(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape" && event.shiftKey) act("panic");
  else if (event.target.closest("input, textarea, select, dialog, [data-keys]")) return;
  else if (Object.keys(screens)[event.key - 1]) location.hash = Object.keys(screens)[event.key - 1];
  else if (event.key === "PageDown") act("next");
  else if (event.key === "PageUp") act("previous");
  else if (event.key === "t" && !event.repeat) tap(event);
  else return;
  event.preventDefault();
}

/** Whether somebody writes or chooses something that a reload would lose. */
const isEditing = () =>
    document.querySelector("dialog[open]") || document.activeElement?.matches("input, textarea, select, .down");

function showLost(isLost, whole) {
  whole.classList.toggle("stale", isLost);
  if (!notice.dataset.version) {
    notice.hidden = !isLost;
    fill(notice, isLost && h("span.grow", lostSentence));
  }
}

/** Another version of the program has another page (W9). What was just written is on its way for a moment. */
function offerReload() {
  if (!isEditing()) return location.reload();
  let quiet = 0;
  setInterval(() => {
    quiet = link.isLost || isEditing() ? 0 : quiet + 1;
    if (quiet > 3) location.reload();
  }, 1000);
  notice.dataset.version = "new";
  notice.hidden = false;
  fill(
      notice,
      h("span.grow", "The box has another version."),
      h("button.small", {onclick: () => location.reload()}, "Reload"));
}

function addTab(name, title) {
  const tab = h("a", {href: `#${name}`}, title);
  const faults = (state) => state.faults?.length ?? 0;
  if (name === "box")
    watch(tab, faults, (count) => fill(tab, title, count > 0 && h("span.mark", h("span.hidden", `, ${count} faults`))));
  tabs.append(tab);
}

/** Shows the page in the place of whatever was there. */
export function frame() {
  for (const [name, [title]] of Object.entries(screens)) addTab(name, title);
  const whole = h("div.frame", bar(), notice, tabs, main);
  link.listeners.add((isLost) => showLost(isLost, whole));
  hear("version", offerReload);
  document.body.replaceChildren(whole);
  addEventListener("hashchange", () => {
    show();
    main.focus({preventScroll: true});
  });
  addEventListener("keydown", shortcuts);
  onComplaint((message) => toast(message));
  show();
}
