import { hash } from "node:crypto";
import type { Cell } from "#domain/columns/definition.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

/** Of each row: eight bytes of whose it is, and eight of what it says. Met by chance once in some million shops with a million rows each. */
export const rowRecordBytes = 16;
const half = rowRecordBytes / 2;

/** Hashes of one shop's rows, as lower-case hex of {@link rowRecordBytes} bytes. */
export type RowHash = {
  /** Stands first in every list: whoever makes another one of it has another key, and can compare nothing. */
  keyMark: string;
  /** `sheet`: the name of its worksheet. A row that is of several orders is known by what it says alone. */
  of(row: { orderKey?: string | null; cells: readonly Cell[] }, sheet: string | null): string;
};

/**
 * Texts one behind the other as UTF-16 units, in memory that serves every row: nothing is put together that only a hash will read. Each has its
 * length in front, so that no two rows are written alike. `key`: stands before all of them.
 */
const createWords = (key: string) => {
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
    /** The hash of what was added, half a record of it; the next words begin behind the key again. */
    hash(): string {
      const whole = hash("sha256", new Uint8Array(units.buffer, 0, 2 * length), "hex");
      length = begun;
      return whole.slice(0, 2 * half);
    },
  };
};

/** What a text is; `empty`: an empty cell, `several`: how many texts there are of a cell, which follow. */
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
type Words = ReturnType<typeof createWords>;

const addSeveral = (words: Words, kind: Mark, texts: readonly string[]): void => {
  words.add(mark.several, String(texts.length));
  for (const text of texts) words.add(kind, text);
};

const addCell = (words: Words, cell: Cell): void => {
  switch (cell?.kind) {
    case undefined:
      words.add(mark.empty, "");
      break;
    case "text":
      words.add(mark.text, cell.text);
      break;
    case "number":
      words.add(mark.number, cell.decimal);
      break;
    case "datetime":
      words.add(mark.datetime, cell.instant);
      break;
    case "datetimes":
      addSeveral(words, mark.datetime, cell.instants);
      break;
    case "link":
      addSeveral(words, mark.link, cell.urls);
      break;
    case "image":
      addSeveral(words, mark.image, cell.urls);
      break;
  }
};

/**
 * The key derives from the vault's, for this purpose and tenant. It stands before the words, which costs a third of an HMAC; that nothing can be
 * hung on behind them is not needed, as a quarter of each hash is kept.
 */
export const createRowHash = (vault: Pick<Vault, "sign">, tenant: string): RowHash => {
  const words = createWords(vault.sign("rows-in-files", tenant));
  let orderKey: string | null = null;
  let ofOrder = "";
  return {
    keyMark: words.hash().repeat(2),
    of(row, sheet) {
      // The rows of an order follow each other as a rule.
      if (typeof row.orderKey === "string" && row.orderKey !== orderKey) {
        orderKey = row.orderKey;
        words.add(mark.order, orderKey);
        ofOrder = words.hash();
      }
      if (sheet === null) words.add(mark.row, "");
      else words.add(mark.sheet, sheet);
      for (const cell of row.cells) addCell(words, cell);
      const says = words.hash();
      return typeof row.orderKey === "string" ? ofOrder + says : says + says;
    },
  };
};
