/** Three ears, bound, in a square of 32, as in `public/favicon.svg`. Drawn by brand.tsx and the first page. */
export const markShape = {
  corner: 8.5,
  light: "#17614e",
  dark: "#217a62",
  /** One upright ear of grain; the others are rotated about the knot. */
  ear: "M16 3.4c3.7 4.3 3.9 10.3 0 15.3-3.9-5-3.7-11 0-15.3Z",
  turns: ["rotate(0)", "rotate(-43 16 20.4)", "rotate(43 16 20.4)"],
  band: { x: 10.2, y: 19.7, width: 11.6, height: 3.2, rx: 1.6, fill: "#f2c15c" },
  stalks: { d: "M16 24.5v4M13 24.4l-1.7 3.5M19 24.4l1.7 3.5", width: 2.3 },
} as const;
