import { incompleteCell, unreadCell } from "../columns/cells/unread-cell.ts";
import type { Cell } from "../columns/definition.ts";

/** 0: empty. 1: unread. 2: incomplete. Else the kind's letter and its texts. */
type Packed = 0 | 1 | 2 | string | [letter: string, ...texts: string[]];

const pack = (cell: Cell): Packed => {
  if (cell === null) return 0;
  switch (cell.kind) {
    case "text":
      if (cell === unreadCell) return 1;
      return cell === incompleteCell ? 2 : `t${cell.text}`;
    case "number":
      return `n${cell.decimal}`;
    case "datetime":
      return `d${cell.instant}`;
    case "datetimes":
      return ["d", ...cell.instants];
    case "link":
      return ["l", ...cell.urls];
    case "image":
      return ["i", ...cell.urls];
  }
};

const unpack = (packed: Packed): Cell => {
  if (typeof packed === "string") {
    const text = packed.slice(1);
    if (packed.startsWith("t")) return { kind: "text", text };
    return packed.startsWith("n") ? { kind: "number", decimal: text } : { kind: "datetime", instant: text };
  }
  if (packed === 0) return null;
  if (typeof packed === "number") return packed === 1 ? unreadCell : incompleteCell;
  const [letter, ...texts] = packed;
  if (letter === "d") return { kind: "datetimes", instants: texts };
  return { kind: letter === "i" ? "image" : "link", urls: texts };
};

/** Packs cells as text: halves the memory, leaves one object to collect, and can spill to disk. */
export const packCells = (cells: readonly Cell[]): string => JSON.stringify(cells.map(pack));

/** Reverses {@link packCells}. Unread and incomplete cells keep their identity. */
export const unpackCells = (packed: string): Cell[] => (JSON.parse(packed) as Packed[]).map(unpack);
