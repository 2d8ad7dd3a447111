import { type LinkAddress, linkRelationship } from "./link-address.ts";

/** The real hyperlinks of one worksheet: as many as Excel takes. */
export type SheetLinks = {
  /** False when the worksheet is full. */
  add(letter: string, row: number, address: LinkAddress): boolean;
  /** What stands at the end of the worksheet, in pieces. */
  elements(): Iterable<string>;
  isEmpty(): boolean;
  /** The addresses, each once, as a part of their own, in pieces: those of a full worksheet are some 10 MB. `more`: of what is no link. */
  relationships(more?: string): Iterable<string>;
};

export const createSheetLinks = (limit: number): SheetLinks => {
  const addresses = new Map<LinkAddress, number>();
  // Three plain lists: as texts, the links of a full worksheet would take some 20 MB.
  const letters: string[] = [];
  const rows: number[] = [];
  const ids: number[] = [];
  return {
    add(letter, row, address) {
      if (ids.length >= limit) return false;
      const known = addresses.get(address) ?? addresses.size + 1;
      addresses.set(address, known);
      letters.push(letter);
      rows.push(row);
      ids.push(known);
      return true;
    },
    *elements() {
      if (ids.length === 0) return;
      yield "<hyperlinks>";
      for (const [at, id] of ids.entries()) yield `<hyperlink ref="${letters[at]}${rows[at]}" r:id="rId${id}"/>`;
      yield "</hyperlinks>";
    },
    isEmpty: () => addresses.size === 0,
    *relationships(more = "") {
      yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">';
      for (const [address, id] of addresses) yield linkRelationship(`rId${id}`, address);
      yield `${more}</Relationships>`;
    },
  };
};
