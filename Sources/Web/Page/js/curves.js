// The curves of the box (rule R7), so that a plot shows what the box does.

/** The output 0..127 of a velocity setting for an input 1..127. */
export function velocityOutput(setting, value) {
  if (!setting) return value;
  if (setting.fixed != null) return setting.fixed;
  const shaped = setting.list ? setting.list[value] ?? value :
      setting.linear          ? lineOutput(setting.linear, value) :
                                Math.max(1, curveOutput(setting.curve ?? {}, value));
  // What a shape drops stays dropped (R25).
  if (!shaped) return 0;
  const [low, high] = String(setting.limit ?? "1..127").split("..").map(Number);
  return clampTo(shaped + (Number(setting.offset) || 0), low || 1, high || 127);
}

/** The output of `linear` of a velocity, whose ends are within 1..127 by default. */
function lineOutput(linear, value) {
  const [low, high] = String(linear.in ?? "1..127").split("..").map(Number);
  const [from, to] = String(linear.out ?? "1..127").split("..").map(Number);
  const x = clampTo(value, low, high);
  return Math.round(high === low ? to : from + (x - low) * (to - from) / (high - low));
}

/** The output 0..127 of a curve for an input 0..127. */
export const curveOutput = (curve, value) => Math.round(curveExact(curve, value));

/** The same before rounding, for smooth plots. */
export function curveExact(curve, value) {
  const x = value / 127;
  if (curve.free) return clampTo(through(points(curve.free), value), 0, 127);
  let y = x;
  if (curve.softness != null) y = x ** (2 ** (curve.softness / 50));
  if (curve.dynamics != null) {
    const k = 2 ** (curve.dynamics / 50);
    y = x ** k / (x ** k + (1 - x) ** k);
  }
  if (curve.cutoff != null) y = Math.min(1, x / (1 - curve.cutoff / 100));
  return 127 * y;
}

/** The four points of `free: [0, [40, 20], [90, 110], 127]`. */
export const points = ([first, second, third, last]) => [[0, first], second, third, [127, last]];

const clampTo = (value, low, high) => Math.min(high, Math.max(low, value));

/** A monotone cubic through points (Fritsch and Carlson). */
function through(points, x) {
  const count = points.length - 1;
  const secant = (i) => (points[i + 1][1] - points[i][1]) / Math.max(1e-9, points[i + 1][0] - points[i][0]);
  const slopes = points.map(
      (_, i) =>
          (i === 0         ? secant(0) :
               i === count ? secant(count - 1) :
                             (secant(i - 1) + secant(i)) / 2));
  for (let i = 0; i < count; i++) {
    const d = secant(i);
    if (d === 0) {
      slopes[i] = slopes[i + 1] = 0;
      continue;
    }
    const [a, b] = [slopes[i] / d, slopes[i + 1] / d];
    if (a < 0) slopes[i] = 0;
    if (b < 0) slopes[i + 1] = 0;
    const length = Math.hypot(a, b);
    if (length > 3) {
      slopes[i] = 3 * a / length * d;
      slopes[i + 1] = 3 * b / length * d;
    }
  }
  let i = 0;
  while (i < count - 1 && x > points[i + 1][0]) i++;
  const width = Math.max(1e-9, points[i + 1][0] - points[i][0]);
  const t = (x - points[i][0]) / width;
  return (2 * t ** 3 - 3 * t ** 2 + 1) * points[i][1] + (t ** 3 - 2 * t ** 2 + t) * width * slopes[i] +
      (-2 * t ** 3 + 3 * t ** 2) * points[i + 1][1] + (t ** 3 - t ** 2) * width * slopes[i + 1];
}
