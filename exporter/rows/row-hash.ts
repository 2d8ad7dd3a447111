import { hash } from "node:crypto";
import type { Cell } from "#domain/columns/definition.ts";
import type { Vault } from "#infra/ports/vault.ts";

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

/** Lengths in front make it impossible for two rows to be written alike. */
const piece = (letter: string, text: string): string => `${letter}${text.length}:${text}`;
const several = (letter: string, texts: readonly string[]): string =>
  `${letter}${texts.length}[${texts.map((text) => piece("", text)).join("")}`;

const written = (cell: Cell): string => {
  if (cell === null) return "-";
  switch (cell.kind) {
    case "text":
      return piece("t", cell.text);
    case "number":
      return piece("n", cell.decimal);
    case "datetime":
      return piece("d", cell.instant);
    case "datetimes":
      return several("d", cell.instants);
    case "link":
      return several("l", cell.urls);
    case "image":
      return several("i", cell.urls);
  }
};

/**
 * The key derives from the vault's, for this purpose and tenant. It stands before the words, which costs a third of an HMAC; that nothing can be
 * hung on behind them is not needed, as a quarter of each hash is kept.
 */
export const createRowHash = (vault: Pick<Vault, "sign">, tenant: string): RowHash => {
  const key = vault.sign("rows-in-files", tenant);
  const short = (words: string): string => hash("sha256", `${key} ${words}`, "hex").slice(0, 2 * half);
  let orderKey: string | null = null;
  let ofOrder = "";
  return {
    keyMark: short("key").repeat(2),
    of(row, sheet) {
      let words = sheet === null ? "row " : `row ${piece("s", sheet)}`;
      for (const cell of row.cells) words += written(cell);
      const says = short(words);
      if (row.orderKey === null || row.orderKey === undefined) return says + says;
      // The rows of an order follow each other as a rule.
      if (row.orderKey !== orderKey) {
        orderKey = row.orderKey;
        ofOrder = short(`order ${orderKey}`);
      }
      return ofOrder + says;
    },
  };
};
