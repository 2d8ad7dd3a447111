/** A cell's meaning in any format; null means nothing. Numbers are plain decimals, instants ISO UTC. */
export type Meant =
  | null
  | { kind: "text"; text: string }
  | { kind: "number"; decimal: string }
  | { kind: "instant"; at: string }
  /** A link or an image. */
  | { kind: "addresses"; urls: readonly string[] }
  /** A formula's result, and the row's formula in Excel's file. */
  | { kind: "computed"; result: { kind: "text"; text: string } | { kind: "number"; decimal: string }; formula: string };

/** A worksheet as it must be. */
export type MeantSheet = {
  /** The splitter's value; null of a report that is not split. */
  name: string | null;
  orders: number;
  rows: MeantRow[];
};

/** `order`: the id of the row's order; null where a row is of several. */
export type MeantRow = { order: string | null; cells: Meant[] };

export const textOf = (text: string | null | undefined): Meant =>
  text === null || text === undefined || text === "" ? null : { kind: "text", text };

/** Values that say something, each once, in their order. */
export const distinct = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value): value is string => typeof value === "string" && value !== "")),
];
