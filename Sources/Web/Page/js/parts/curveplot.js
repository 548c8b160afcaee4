// A curve from input to output. A free curve has four handles; other curves have a slider beside the plot.

import {s, set, clamp} from "../dom.js";
import {points} from "../curves.js";

/** `output(value)` is drawn. With `free`, its handles can be moved and `change(free)` is called. */
export function curveplot({output, free, change}) {
  const size = 256;
  const at = (value) => value / 127 * size;
  const area = s("path", {class: "area"}), line = s("path", {class: "curve"});
  const grid = Array.from(
      {length: 5},
      (_, i) =>
          [s("line", {x1: i * 64, x2: i * 64, y1: 0, y2: size}), s("line", {x1: 0, x2: size, y1: i * 64, y2: i * 64})]);
  const picture =
      s("svg",
        {
          viewBox: `-6 -6 ${size + 12} ${size + 12}`,
          class: "curveplot",
          role: "group",
          "aria-label": "Curve, input to the right, output upwards"
        },
        s("g", {class: "grid"}, grid),
        s("path", {d: `M0 ${size}L${size} 0`, class: "straight"}),
        area,
        line);
  const heard = s("circle", {r: 6, class: "heard", visibility: "hidden"});
  let now = free;
  const draw = () => {
    let d = "";
    for (let value = 0; value < 128; value++)
      d += `${value ? "L" : "M"}${at(value).toFixed(1)} ${(size - at(output(value, now))).toFixed(1)}`;
    set(line, {d});
    set(area, {d: `${d}L${size} ${size}L0 ${size}Z`});
    handles.forEach((handle, which) => {
      const [x, y] = points(now)[which];
      set(handle, {cx: at(x), cy: size - at(y), "aria-valuenow": y, "aria-valuetext": `input ${x}, output ${y}`});
    });
  };
  const handles = !free ? [] : [0, 1, 2, 3].map((which) => {
    const isEnd = which === 0 || which === 3;
    const handle = s("circle", {
      r: 9,
      class: "curvehandle",
      role: "slider",
      tabindex: "0",
      "data-keys": "",
      "aria-label": isEnd ? `${which ? "Last" : "First"} output` : `Point ${which}`,
      "aria-valuemin": 0,
      "aria-valuemax": 127
    });
    const move = (x, y) => {
      const value = clamp(Math.round(y), 0, 127);
      now = structuredClone(now);
      if (isEnd) now[which] = value;
      else
        now[which] = [clamp(Math.round(x), which === 1 ? 1 : now[1][0] + 1, which === 1 ? now[2][0] - 1 : 126), value];
      draw();
    };
    handle.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      handle.focus();
    });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
      move(place.x / size * 127, (size - place.y) / size * 127);
    });
    handle.addEventListener("pointerup", () => change(now));
    handle.addEventListener("keydown", (event) => {
      const [dx, dy] = {
        ArrowLeft: [-1, 0],
        ArrowRight: [1, 0],
        ArrowUp: [0, 1],
        ArrowDown: [0, -1],
        PageUp: [0, 10],
        PageDown: [0, -10]
      }[event.key] ??
          [];
      if (dx === undefined) return;
      event.preventDefault();
      const [x, y] = points(now)[which];
      move(x + dx, y + dy);
      change(now);
    });
    return handle;
  });
  picture.append(heard, ...handles);
  draw();
  /** Shows where a value is now on the curve; nothing without one. */
  const dot = (value) =>
      set(heard,
          value === undefined ? {visibility: "hidden"} :
                                {visibility: "visible", cx: at(value), cy: size - at(output(value, now))});
  return {element: picture, redraw: draw, dot};
}
