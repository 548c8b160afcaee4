// Monitor: each message that comes, and what every routing makes of it, or why nothing.

import {h, fill, say} from "../dom.js";
import {current, watch} from "../store.js";
import {watchMessages} from "../link.js";
import {choice} from "../parts/choice.js";
import {inspector} from "../parts/inspector.js";
import {messageRow} from "../parts/messagerow.js";
import {saveText} from "../parts/download.js";
import {messageKind, messageText, timeText} from "../music.js";
import {collector} from "../parts/collector.js";

const [kept, shownRows] = [400, 80];
const period = 100;  // milliseconds between two pictures at the least
const rowHeight = 48;  // CSS pixels at the least

export function monitor(screen) {
  const view = {form: "words", port: "", kind: "", routing: "", isPaused: false};
  const messages = collector(kept);
  const routings = () => (current().routings ?? []).map(({name}) => name).filter(Boolean);
  const rows = Array.from({length: shownRows}, () => messageRow(view, (group) => look.show(group, true)));
  const head = h("div.matrixhead", {role: "row"});
  const body = h("div.matrix", {role: "rowgroup"});
  const table =
      h("div.scroll",
        {role: "table", "aria-label": "Messages, newest first", tabindex: "0"},
        h("div", {role: "rowgroup"}, head),
        body);
  const [left, rate] = [h("span.dim"), h("span.dim")];
  const look = inspector();
  let seen = 0, drawn = 0, list = [], timer;

  const passes = ({port, bytes, results}) =>
      (!view.port || port === view.port || results.some((result) => result.port === view.port)) &&
      (!view.kind || messageKind(bytes) === view.kind) &&
      (!view.routing || results.some(({routing}) => routing === view.routing));

  /**
   * Takes the newest messages, and shows as many as have room: others are dear, even unseen. Rows that somebody has
   * scrolled to stay as they are.
   */
  function draw() {
    timer = undefined;
    drawn = performance.now();
    say(left, messages.missed ? `${messages.missed.toLocaleString("en")} left out` : "");
    if (view.isPaused || table.scrollTop > 4) return;
    list = messages.groups.filter(passes).slice(0, shownRows);
    show(list.slice(0, table.clientHeight / rowHeight + 2));
    if (list.length && !look.isChosen)
      look.show(list.find(({results}) => results.some(({reason}) => !reason)) ?? list[0]);
  }
  /** Puts messages into the rows. */
  function show(groups) {
    const names = routings();
    // Lines from the end go to the beginning, so that only what is new is written.
    const fresh = groups.indexOf(rows[0].group);
    if (fresh > 0) rows.unshift(...rows.splice(groups.length - fresh, fresh));
    groups.forEach((group, at) => rows[at].put(group, names));
    if (groups.length) table.style.setProperty("--time", timeText(groups[0].time).length);
    if (fresh > 0) body.prepend(...rows.slice(0, fresh).map(({element}) => element));
    const isMore = groups.length - body.children.length;
    if (isMore > 0) body.append(...rows.slice(body.children.length, groups.length).map(({element}) => element));
    while (body.children.length > groups.length) body.lastElementChild.remove();
  }
  const drawSoon = () => { timer ??= setTimeout(draw, Math.max(0, period - (performance.now() - drawn))); };
  function redraw() {
    const names = routings();
    for (const element of [head, body]) element.style.setProperty("--columns", names.length);
    fill(head, ["Time", "Comes in", ...names].map((text) => h("div", {role: "columnheader"}, text)));
    for (const row of rows) row.clear();
    draw();
  }
  function save() {
    const line = ({time, port}, text) => `${time.toFixed(3)} ${port ?? ""} ${text}`;
    const lines = messages.groups.toReversed().flatMap(
        (group) =>
            [line(group, `> ${messageText(group.bytes)}`),
             ...group.results.map(
                 (result) => line(
                     {...result, port: result.port ?? group.port},
                     result.reason ? `! ${result.routing}: ${result.reason}` :
                                     `< ${messageText(result.bytes)}  (${result.routing ?? ""})`))]);
    saveText("monitor.txt", lines.join("\n") + "\n");
  }
  const clear = () => {
    messages.clear();
    table.scrollTop = 0;
    redraw();
  };
  screen.append(toolbar(view, routings, redraw, clear, save, rate, left), h("div.sheet", table, look.element));
  table.addEventListener("scroll", () => table.scrollTop > 4 ? show(list) : drawSoon());
  new ResizeObserver(drawSoon).observe(table);
  const stop = watchMessages((list, missed) => {
    seen += list.length + missed;
    if (view.isPaused) messages.missed += list.length + missed;
    else messages.take(list, missed);
    drawSoon();
  });
  const second = setInterval(() => {
    say(rate, `${seen} a second`);
    seen = 0;
  }, 1000);
  watch(body, (state) => JSON.stringify(state.routings?.map(({name}) => name)), redraw);
  return () => {
    stop();
    clearInterval(second);
    clearTimeout(timer);
  };
}

function toolbar(view, routings, redraw, clear, save, rate, left) {
  const filter = (label, key, options) =>
      h("select",
        {
          "aria-label": label,
          onchange: (event) => {
            view[key] = event.target.value;
            redraw();
          }
        },
        h("option", {value: ""}, label),
        options.map((option) => h("option", option)));
  const pause =
      h("button.small",
        {
          "aria-pressed": "false",
          onclick: () => {
            view.isPaused = !view.isPaused;
            pause.setAttribute("aria-pressed", view.isPaused);
            say(pause, view.isPaused ? "Go on" : "Pause");
          }
        },
        "Pause");
  return h(
      "div.bar",
      h("div.filters",
        filter("All ports", "port", current().ports.map(({alias}) => alias)),
        filter("All kinds", "kind", ["notes", "controllers", "sysex", "clock"]),
        filter("All routings", "routing", routings())),
      choice(
          "How messages are written",
          [["words", "Words"], ["hex", "Hex"], ["decimal", "Dec"], ["binary", "Bin"]],
          "words",
          (form) => {
            view.form = form;
            redraw();
          }),
      h("div.does",
        pause,
        h("button.small", {onclick: clear}, "Clear"),
        h("button.small", {onclick: save}, "Save"),
        h("span.grow"),
        rate,
        left));
}
