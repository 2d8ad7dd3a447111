import { type LinkAddress, linkRelationship } from "./link-address.ts";

/** A worksheet's links, up to Excel's limit. */
export type SheetLinks = {
  /** False if the worksheet is full. */
  add(letter: string, row: number, address: LinkAddress): boolean;
  elements(): Iterable<string>;
  isEmpty(): boolean;
  /**
   * One relationship per link, in chunks: EPPlus 4.5 opens no file where two links share one. `more`: relationships
   * that aren't links.
   */
  relationships(more?: string): Iterable<string>;
};

export const createSheetLinks = (limit: number): SheetLinks => {
  /** Cells bring copies of a repeated address. Only the first is held. */
  const known = new Map<LinkAddress, LinkAddress>();
  // Three plain lists: as texts, the links of a full worksheet would take some 20 MB.
  const letters: string[] = [];
  const rows: number[] = [];
  const addresses: LinkAddress[] = [];
  return {
    add(letter, row, address) {
      if (addresses.length >= limit) return false;
      const held = known.get(address) ?? address;
      known.set(held, held);
      letters.push(letter);
      rows.push(row);
      addresses.push(held);
      return true;
    },
    *elements() {
      if (addresses.length === 0) return;
      yield "<hyperlinks>";
      for (const [at, letter] of letters.entries()) yield `<hyperlink ref="${letter}${rows[at]}" r:id="rId${at + 1}"/>`;
      yield "</hyperlinks>";
    },
    isEmpty: () => addresses.length === 0,
    *relationships(more = "") {
      yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">';
      for (const [at, address] of addresses.entries()) yield linkRelationship(`rId${at + 1}`, address);
      yield `${more}</Relationships>`;
    },
  };
};
