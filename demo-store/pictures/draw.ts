import { hashText, mix } from "../generate/random.ts";
import { encodePng } from "./png.ts";

type Color = readonly [number, number, number];

/** Distances from a point to a shape's edge, as a share of the side; negative outside. `x`, `y`: -0.5 to 0.5. */
const shapes: readonly ((x: number, y: number) => number)[] = [
  // A plate, a box, a bottle, a gem.
  (x, y) => 0.34 - Math.hypot(x, y),
  (x, y) => Math.min(0.3 - Math.abs(x), 0.3 - Math.abs(y)),
  (x, y) => Math.min((y < -0.12 ? 0.08 : 0.19) - Math.abs(x), y + 0.38, 0.36 - y),
  (x, y) => 0.38 - Math.abs(x) - Math.abs(y),
];

const mixed = (from: Color, to: Color, share: number): Color => {
  const part = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
  return [part(0), part(1), part(2)];
};

/** Draws a product, `side` pixels square: a shape in a color derived from its name, on a light background. */
export const drawPicture = (name: string, side: number): Buffer => {
  const seed = hashText(name);
  const shape = shapes[mix(seed, 11) % shapes.length] ?? shapes[0];
  const channel = (at: number): number => mix(seed, at) % 150;
  const color: Color = [50 + channel(1), 40 + channel(2), 40 + channel(3)];
  const background: Color = mixed(color, [250, 250, 248], 0.85);
  const shade = mixed(color, [10, 12, 14], 0.35);
  return encodePng(side, (column, row) => {
    const x = (column + 0.5) / side - 0.5;
    const y = (row + 0.5) / side - 0.5;
    const inside = shape ? shape(x, y) : 0;
    const share = Math.min(1, Math.max(0, inside * side + 0.5));
    return mixed(background, mixed(color, shade, Math.min(1, Math.max(0, y + 0.5))), share);
  });
};
