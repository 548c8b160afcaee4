// Keys: what is played, in groups of notes that began together; and a keyboard, sliders and machine control to play
// with.

import {h, fill, say, clamp} from "../dom.js";
import {current, watch} from "../store.js";
import {act, portWord} from "../box.js";
import {watchMessages} from "../link.js";
import {chordName, isBlack, noteName} from "../music.js";
import {keyboard} from "../parts/keyboard.js";
import {choice} from "../parts/choice.js";
import {stepper} from "../parts/stepper.js";
import {faders} from "../parts/faders.js";
import {machineControl} from "../parts/machine.js";
import {groupNotes} from "../parts/groups.js";

const hexBytes = (bytes) => bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
const letters = "zsxdcvgbhnjmq2w3er5t6y7ui9o0p";
const [keyWidth, fewestKeys, mostKeys] = [29, 10, 52];  // CSS pixels of a white key, and how many there are
const mostGroups = 24;
const inputs = () => current().ports.filter(({direction}) => direction !== "out");

/** Plays into a port and channel, and knows what sounds, so that it ends with the screen. */
function instrument() {
  const place = {port: inputs()[0]?.alias, channel: 1};
  const held = new Map();
  function play(status, ...data) {
    if (place.port === undefined) return;
    const key = status === 0x90 || status === 0x80 ? undefined : `${status} ${status === 0xB0 ? data[0] : ""}`;
    act(`play ${portWord(place.port)} ${hexBytes([status | place.channel - 1, ...data])}`, key);
  }
  const release = (note) => {
    held.get(note)?.();
    held.delete(note);
  };
  function press(note, velocity) {
    release(note);
    const {port, channel} = place;
    held.set(note, () => act(`play ${portWord(port)} ${hexBytes([0x80 | channel - 1, note, 64])}`));
    play(0x90, note, velocity);
  }
  return {place, play, press, release, releaseAll: () => [...held.keys()].forEach(release)};
}

export function keys(screen) {
  const {place, play, press, release, releaseAll} = instrument();
  const view = {octave: 48, heard: ""};
  const visible = (held = []) => held.filter(({port}) => !view.heard || port === view.heard);
  const piano = h("div.piano", {
    tabindex: "0",
    "data-keys": "",
    role: "application",
    "aria-label": "Keyboard. Letters play: z is the lowest C, s its sharp. Left and right change the octave.",
  });
  let shown;
  function build() {
    const whites = clamp(Math.floor((piano.clientWidth || 320) / keyWidth), fewestKeys, mostKeys);
    const low = clamp(view.octave, 0, 120 - Math.ceil(whites / 7) * 12);
    let high = low;
    for (let count = 0; count < whites && high < 127; high++)
      if (!isBlack(high)) count++;
    shown = keyboard({low, high: high - 1, showNames: true, press, release});
    fill(piano, shown.element);
    shown.light(visible(current().held));
  }
  const move = (by) => {
    view.octave = clamp(view.octave + by, 0, 96);
    build();
  };
  letterKeys(piano, view, move, press, release);
  const octaves = () =>
      h("div.row.octaves",
        h("button", {"aria-label": "Octave down", onclick: () => move(-12)}, "◀"),
        h("button", {"aria-label": "Octave up", onclick: () => move(12)}, "▶"));
  const {now, tape, stop} = played(view, visible, piano, () => shown);
  const mode = h(
      "div.mode", choice("Below", [["piano", "Piano"], ["faders", "Faders"], ["setup", "Setup"]], "piano", (which) => {
        screen.dataset.mode = which;
      }), octaves());
  screen.dataset.mode = "piano";
  screen.append(
      h("div.stage", now, tape),
      mode,
      settings(view, place, releaseAll, octaves()),
      h("div.under", faders(play), machineControl()),
      piano);
  const resize = new ResizeObserver(build);
  resize.observe(piano);
  const leave = () => document.hidden && releaseAll();
  document.addEventListener("visibilitychange", leave);
  return () => {
    releaseAll();
    stop();
    resize.disconnect();
    document.removeEventListener("visibilitychange", leave);
  };
}

function letterKeys(piano, view, move, press, release) {
  const down = new Map();
  const lift = (letter) => {
    if (down.has(letter)) release(down.get(letter));
    down.delete(letter);
  };
  piano.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      return move(event.key === "ArrowLeft" ? -12 : 12);
    }
    const letter = event.key.toLowerCase();
    const at = letters.indexOf(letter);
    if (at < 0 || event.repeat) return;
    event.preventDefault();
    down.set(letter, Math.min(127, view.octave + at));
    press(down.get(letter), event.shiftKey ? 110 : 80);
  });
  piano.addEventListener("keyup", (event) => lift(event.key.toLowerCase()));
  piano.addEventListener("blur", () => [...down.keys()].forEach(lift));
}

function settings(view, place, releaseAll, octaves) {
  const options = () => inputs().map((port) => h("option", port.alias));
  const heard =
      h("select", {onchange: () => { view.heard = heard.value; }}, h("option", {value: ""}, "All inputs"), options());
  const target =
      h("select",
        {
          onchange: () => {
            releaseAll();
            place.port = target.value;
          }
        },
        options());
  const channel = stepper("Channel", {
    value: 1,
    low: 1,
    high: 16,
    change: (value) => {
      releaseAll();
      place.channel = value;
    }
  });
  return h(
      "div.settings",
      h("label.field", h("span.label", "Show"), heard),
      h("label.field", h("span.label", "Play into"), target),
      h("div.field", h("span.label", "Channel"), channel),
      h("div.field.octavefield", h("span.label", "Octave"), octaves));
}

/** What is held now, and groups of notes, newest first: notes of a port and channel within the window of the box. */
function played(view, visible, piano, shown) {
  const chord = h("div.big");
  const names = h("div.names");
  const tape = h("ol.tape", {"aria-label": "Notes that began together, newest first"});
  const bar = ({note, velocity}) =>
      h("li",
        {style: {"--velocity": velocity / 127}},
        h("span.note", noteName(note)),
        h("i"),
        h("span.velocity", Math.round(velocity / 1.27)));
  const entries = new WeakMap();
  const groups = groupNotes(current().box.chordWindow, (group, isNew) => {
    const entry = isNew ? h("li") : entries.get(group);
    entries.set(group, entry);
    if (isNew) tape.prepend(entry);
    while (tape.children.length > mostGroups) tape.lastElementChild.remove();
    const sorted = group.notes.toSorted((a, b) => b.note - a.note);
    fill(
        entry, h("strong", sorted.length > 1 ? chordName(sorted.map(({note}) => note)) : ""), h("ul", sorted.map(bar)));
  });
  const stop = watchMessages((list) => {
    for (const message of list)
      if (message.kind === "in" && (!view.heard || message.port === view.heard)) groups(message);
  });
  watch(piano, (state) => state.held, (held) => {
    const list = visible(held);
    shown()?.light(list);
    const notes = list.map(({note}) => note).sort((a, b) => a - b);
    say(chord, notes.length > 1 ? chordName(notes) || "·" : notes.length ? noteName(notes[0]) : "–");
    say(names, notes.length > 1 ? notes.map(noteName).join("  ") : "");
  });
  return {now: h("div.now", chord, names), tape, stop};
}
