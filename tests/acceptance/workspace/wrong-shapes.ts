/** Values whose type no field has, or that are too large for every field. `undefined`: the field is missing. */
export const shapes: readonly (readonly [name: string, value: unknown])[] = [
  ["nothing", undefined],
  ["null", null],
  ["a list", ["x"]],
  ["an object", { $gt: "" }],
  ["a function's name", { toString: "x" }],
  ["a huge number", 1e308],
  ["a fraction", 0.5],
  ["a text of 21,000 signs", "x".repeat(21_000)],
  ["a NUL", "a\0b"],
  ["half of a character", "a\ud800"],
];
