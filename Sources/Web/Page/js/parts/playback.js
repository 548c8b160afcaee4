// Plays a recording back: moves its line, and plays the recorded keys into their ports where that is chosen (W11).

import {h, say} from "../dom.js";
import {current} from "../store.js";
import {act, actions, portWord} from "../box.js";
import {laneName} from "./roll.js";

const period = 40;  // milliseconds
const byte = (value) => value.toString(16).padStart(2, "0");

/** `at()` is the time of the line, `go(time)` moves it. */
export function playback({length, lanes, notes}, at, go) {
  const aliases = current().ports.filter(({direction}) => direction === "in").map(({alias}) => alias);
  const portOf = (lane) => aliases.find((alias) => [alias, `${alias} in`].includes(laneName(lanes, lane)));
  const playable = notes.filter(([lane]) => portOf(lane));
  const held = new Map();
  let timer, then;

  function send([lane, note, velocity, , , channel = 1], isOn) {
    const status = (isOn ? 0x90 : 0x80) | channel - 1;
    act(`play ${portWord(portOf(lane))} ${byte(status)} ${byte(note)} ${byte(isOn ? velocity : 64)}`);
  }
  function sound(from, to) {
    for (const note of playable) {
      if (note[3] < from || note[3] >= to) continue;
      held.set(note, note[4]);
      send(note, true);
    }
    for (const [note, end] of held)
      if (end < to) {
        held.delete(note);
        send(note, false);
      }
  }
  function stop() {
    clearInterval(timer);
    timer = undefined;
    for (const note of held.keys()) send(note, false);
    held.clear();
    actions.delete(stop);
    play.classList.remove("live");
    say(play, "▶ Play back");
  }
  function step() {
    const [before, now] = [at(), performance.now()];
    go(before + now - then);
    then = now;
    if (output.checked) sound(before, at());
    if (at() >= length) stop();
  }
  function start() {
    then = performance.now();
    timer = setInterval(step, period);
    // Whatever is pressed elsewhere, panic too, ends it.
    actions.add(stop);
    play.classList.add("live");
    say(play, "❙❙ Stop");
  }
  const play = h("button", {onclick: () => (timer ? stop() : start())}, "▶ Play back");
  const output = h("input", {type: "checkbox", onchange: stop, disabled: !playable.length});
  return {elements: [play, h("label.switch.small", output, "To the outputs")], stop};
}
