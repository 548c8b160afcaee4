// The flight recorder: notes of every port over time, presets and what went wrong above them.

import {h, say, draggable, clamp} from "../dom.js";
import {address} from "../requests.js";
import {drawOverview, drawRoll, minutes} from "./roll.js";
import {playback} from "./playback.js";

const least = 4000;  // milliseconds in view when it is closest
const first = 90000;  // at the beginning

/** Shows a recording. `reopen()` reads it anew. Gives the elements, and `close()` for when they go. */
export function timeline(recording, reopen) {
  const {length, replay} = recording;
  const header =
      h("header",
        h("h2", "Flight recorder"),
        h("span.dim", replayWords(replay)),
        h("button.small.plain", {onclick: reopen}, "Read anew"));
  if (!length) return {elements: [header, h("p.dim", "Nothing has come in or gone out yet.")], close() {}};
  const view = {from: Math.max(0, length - first), to: length, at: Math.max(0, length - first / 2)};
  const roll = h("canvas.roll", {
    tabindex: "0",
    "data-keys": "",
    role: "slider",
    "aria-label": "Place in the recording",
    "aria-valuemin": 0,
    "aria-valuemax": Math.round(length / 1000),
    "aria-valuenow": Math.round(view.at / 1000),
  });
  const overview = h("canvas.overview", {"aria-hidden": "true"});
  const where = h("output.num");

  function draw() {
    drawRoll(roll, recording, view);
    drawOverview(overview, recording, view);
    roll.setAttribute("aria-valuenow", Math.round(view.at / 1000));
    roll.setAttribute("aria-valuetext", minutes(view.at));
    say(where, minutes(view.at));
  }
  function centre(time, half = (view.to - view.from) / 2) {
    const middle = clamp(time, half, length - half);
    [view.from, view.to] = [middle - half, middle + half];
    draw();
  }
  const zoom = (by) => centre(view.at, clamp((view.to - view.from) / 2 * by, Math.min(least, length) / 2, length / 2));
  function go(time) {
    view.at = clamp(time, 0, length);
    if (view.at < view.from || view.at > view.to) centre(view.at);
    else draw();
  }
  move(roll, overview, {view, length, go, zoom, centre});
  const player = playback(recording, () => view.at, go);
  const list =
      h("ol.marks",
        {"aria-label": "What happened"},
        recording.marks.map(
            (mark) =>
                h("li",
                  h("button.plain",
                    {
                      "data-kind": mark.kind,
                      onclick: () => {
                        go(mark.time);
                        centre(mark.time);
                      }
                    },
                    h("span.dim", minutes(mark.time)),
                    mark.text))));
  const resize = new ResizeObserver(draw);
  resize.observe(roll);
  addEventListener("themechange", draw);
  const download = (name, text) => h("a.button.small", {href: address(name), download: name}, text);
  const tools =
      h("div.tools",
        player.elements,
        where,
        h("span.grow"),
        h("button.small", {"aria-label": "Closer", onclick: () => zoom(1 / 1.5)}, "+"),
        h("button.small", {"aria-label": "Wider", onclick: () => zoom(1.5)}, "−"),
        h("button.small", {onclick: () => centre(length / 2, length / 2)}, "All"),
        download("recorder.txt", "Script"),
        download("recorder.mid", "MIDI file"));
  const note = recording.truncated && h("p.dim", "There are more notes than are shown. The files have all of them.");
  const close = () => {
    player.stop();
    resize.disconnect();
    removeEventListener("themechange", draw);
  };
  return {elements: [header, tools, roll, overview, note, list], close};
}

const replayWords = (replay) =>
    (replay === "exact" ? "The replay is exact." :
         replay         ? `The replay differs from ${minutes(replay)} on.` :
                          "");

/** Moves by finger, wheel and keys. */
function move(roll, overview, {view, length, go, zoom, centre}) {
  const span = () => view.to - view.from;
  draggable(roll, (x) => go(clamp(view.from + x * span(), view.from, view.to)));
  draggable(overview, (x) => centre(x * length));
  roll.addEventListener("wheel", (event) => {
    event.preventDefault();
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isSideways) centre((view.from + view.to) / 2 + (event.deltaX || event.deltaY) * span() / 1200);
    else zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2);
  }, {passive: false});
  roll.addEventListener("keydown", (event) => {
    const by = {ArrowLeft: -1000, ArrowRight: 1000, PageUp: -10000, PageDown: 10000}[event.key];
    if (by) go(view.at + by);
    else if (event.key === "+" || event.key === "=") zoom(1 / 1.4);
    else if (event.key === "-") zoom(1.4);
    else return;
    event.preventDefault();
  });
}
