// Draws a recording: the part in view with its notes and marks, and the whole of it, small.

import {colour} from "./theme.js";

/** Minutes and seconds of milliseconds. */
export const minutes = (time) => `${Math.floor(time / 60000)}:${String(Math.floor(time / 1000) % 60).padStart(2, "0")}`;

const [top, bottom] = [34, 20];  // CSS pixels of marks and of times
const isBad = ({kind}) => kind === "drop" || kind === "port" || kind === "fault";
/** A lane of a note: its name, or its place in the list. */
export const laneName = (lanes, lane) => (typeof lane === "number" ? lanes[lane] : lane);

function prepare(canvas) {
  const ratio = devicePixelRatio || 1;
  const {clientWidth: width, clientHeight: height} = canvas;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  return {pen, width, height};
}

/** Draws what is in view. */
export function drawRoll(canvas, {lanes, notes, marks}, view) {
  const {pen, width, height} = prepare(canvas);
  if (!width) return;
  const x = (time) => (time - view.from) / (view.to - view.from) * width;
  const lane = (height - top - bottom - 2) / Math.max(1, lanes.length);
  drawTimes(pen, x, view, height);
  lanes.forEach((name, at) => {
    const own = notes.filter((note) => laneName(lanes, note[0]) === name);
    drawLane(pen, x, view, {name, own, y: top + at * lane, lane, width});
  });
  drawMarks(pen, x, view, marks, height);
  pen.fillStyle = colour("live");
  pen.fillRect(x(view.at) - 1, 0, 3, height - bottom);
}

function drawTimes(pen, x, view, height) {
  const raster = [1000, 5000, 10000, 30000, 60000].find((step) => x(view.from + step) > 70) ?? 120000;
  const [line, dim] = [colour("line"), colour("dim")];
  for (let time = Math.ceil(view.from / raster) * raster; time < view.to; time += raster) {
    pen.fillStyle = line;
    pen.fillRect(x(time), top, 1, height - top - bottom);
    pen.fillStyle = dim;
    pen.fillText(minutes(time), x(time) + 4, height - 6);
  }
}

function drawLane(pen, x, view, {name, own, y, lane, width}) {
  const keys = own.map((note) => note[1]);
  const low = Math.min(...keys.slice(0, 20000)) - 1;
  const span = Math.max(...keys.slice(0, 20000)) - low + 2;
  const text = colour("text");
  pen.fillStyle = colour("line");
  pen.fillRect(0, y, width, 1);
  pen.fillStyle = text;
  for (const [, key, velocity, start, end] of own) {
    if (end < view.from || start > view.to) continue;
    pen.globalAlpha = 0.35 + 0.65 * velocity / 127;
    const height = Math.max(3, (lane - 14) / span);
    pen.fillRect(x(start), y + lane - 6 - (key - low) / span * (lane - 14), Math.max(2, x(end) - x(start) - 1), height);
  }
  pen.globalAlpha = 1;
  const font = pen.font;
  pen.font = `600 ${font}`;
  pen.fillStyle = colour("ground");
  pen.fillRect(0, y + 1, pen.measureText(name).width + 12, 21);
  pen.fillStyle = text;
  pen.fillText(name, 6, y + 16);
  pen.font = font;
}

function drawMarks(pen, x, view, marks, height) {
  let last = -Infinity;
  for (const mark of marks) {
    // The word of a mark may reach into view from the left.
    if (mark.time < view.from - 60000 || mark.time > view.to) continue;
    const isLong = mark.kind === "preset" || mark.kind === "panic";
    pen.fillStyle = colour(isBad(mark) ? "fault" : "text");
    pen.fillRect(x(mark.time), 4, 2, isLong ? height - 24 : bottom);
    if (x(mark.time) - last <= 60) continue;
    pen.fillText((isBad(mark) ? "! " : "") + mark.text.slice(0, 26), x(mark.time) + 7, 18);
    last = x(mark.time);
  }
}

/** Draws how many notes there are over the whole time, and what is in view. */
export function drawOverview(canvas, {length, notes, marks}, view) {
  const {pen, width, height} = prepare(canvas);
  const x = (time) => time / length * width;
  const bins = new Array(Math.ceil(width / 3) + 1).fill(0);
  for (const [, , , start] of notes) bins[Math.floor(x(start) / 3)]++;
  const most = Math.max(1, ...bins);
  pen.fillStyle = colour("dim");
  bins.forEach((count, bin) => pen.fillRect(bin * 3, height - count / most * (height - 6), 2, height));
  for (const mark of marks) {
    pen.fillStyle = colour(isBad(mark) ? "fault" : "text");
    pen.fillRect(x(mark.time), 0, 2, 8);
  }
  pen.strokeStyle = colour("text");
  pen.lineWidth = 2;
  pen.strokeRect(x(view.from), 1, Math.max(8, x(view.to) - x(view.from)), height - 2);
}
