import { hash } from "node:crypto";
import type { Cell } from "#domain/columns/definition.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

/**
 * Bytes per row: eight each for order and content. One chance collision in some million shops with a million rows each.
 */
export const rowRecordBytes = 16;
const half = rowRecordBytes / 2;

/** Hashes of a shop's rows, lower-case hex of {@link rowRecordBytes} bytes. */
export type RowHash = {
  /** First entry of every list. Lists with different marks can't be compared. */
  keyMark: string;
  /** `sheet`: its worksheet's name. A row of several orders is identified by content alone. */
  of(row: { orderKey?: string | null; cells: readonly Cell[] }, sheet: string | null): string;
};

/** Joins texts as UTF-16 units in a reused buffer, each after its length, so no two rows are encoded alike. */
const createHashInput = (key: string) => {
  let units = new Uint16Array(2_048);
  let length = 0;
  const add = (mark: Mark, text: string): void => {
    const begin = length + 3;
    const needed = begin + text.length;
    if (needed > units.length) {
      const larger = new Uint16Array(2 * needed);
      larger.set(units.subarray(0, length));
      units = larger;
    }
    const into = units;
    into[length] = mark;
    into[length + 1] = text.length;
    into[length + 2] = text.length >>> 16;
    for (let at = 0; at < text.length; at += 1) into[begin + at] = text.charCodeAt(at);
    length = needed;
  };
  add(mark.key, key);
  const begun = length;
  return {
    add,
    /** Returns half a record, and starts over after the key. */
    hash(): string {
      const whole = hash("sha256", new Uint8Array(units.buffer, 0, 2 * length), "hex");
      length = begun;
      return whole.slice(0, 2 * half);
    },
  };
};

/** Kinds of text. `several`: the number of a cell's texts, which follow. */
const mark = {
  key: 0,
  order: 1,
  sheet: 2,
  row: 3,
  empty: 4,
  text: 5,
  number: 6,
  datetime: 7,
  link: 8,
  image: 9,
  several: 10,
} as const;
type Mark = (typeof mark)[keyof typeof mark];
type HashInput = ReturnType<typeof createHashInput>;

const addSeveral = (input: HashInput, kind: Mark, texts: readonly string[]): void => {
  input.add(mark.several, String(texts.length));
  for (const text of texts) input.add(kind, text);
};

const addCell = (input: HashInput, cell: Cell): void => {
  switch (cell?.kind) {
    case undefined:
      input.add(mark.empty, "");
      break;
    case "text":
      input.add(mark.text, cell.text);
      break;
    case "number":
      input.add(mark.number, cell.decimal);
      break;
    case "datetime":
      input.add(mark.datetime, cell.instant);
      break;
    case "datetimes":
      addSeveral(input, mark.datetime, cell.instants);
      break;
    case "link":
      addSeveral(input, mark.link, cell.urls);
      break;
    case "image":
      addSeveral(input, mark.image, cell.urls);
      break;
  }
};

/**
 * Derives a key for this purpose and tenant. Prefixing it costs a third of an HMAC. Length extension doesn't matter, as
 * only a quarter of each hash is kept.
 */
export const createRowHash = (vault: Pick<Vault, "sign">, tenant: string): RowHash => {
  const input = createHashInput(vault.sign("rows-in-files", tenant));
  let orderKey: string | null = null;
  let orderHash = "";
  return {
    keyMark: input.hash().repeat(2),
    of(row, sheet) {
      // Rows of an order usually follow each other.
      if (typeof row.orderKey === "string" && row.orderKey !== orderKey) {
        orderKey = row.orderKey;
        input.add(mark.order, orderKey);
        orderHash = input.hash();
      }
      if (sheet === null) input.add(mark.row, "");
      else input.add(mark.sheet, sheet);
      for (const cell of row.cells) addCell(input, cell);
      const contentHash = input.hash();
      return typeof row.orderKey === "string" ? orderHash + contentHash : contentHash + contentHash;
    },
  };
};
