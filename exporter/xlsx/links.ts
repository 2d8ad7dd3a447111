import { xmlAttribute } from "../markup/escape.ts";

/** The real hyperlinks of one worksheet: as many as Excel takes. */
export type SheetLinks = {
  /** False when the worksheet is full. */
  add(cell: string, address: string): boolean;
  /** What stands at the end of the worksheet. */
  elements(): string;
  /** The addresses, each once, as a part of their own; undefined without any. */
  relationships(): string | undefined;
};

export const createSheetLinks = (limit: number): SheetLinks => {
  const addresses = new Map<string, number>();
  const elements: string[] = [];
  return {
    add(cell, address) {
      if (elements.length >= limit) return false;
      const known = addresses.get(address) ?? addresses.size + 1;
      addresses.set(address, known);
      elements.push(`<hyperlink ref="${cell}" r:id="rId${known}"/>`);
      return true;
    },
    elements: () => (elements.length === 0 ? "" : `<hyperlinks>${elements.join("")}</hyperlinks>`),
    relationships() {
      if (addresses.size === 0) return undefined;
      const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink";
      const all = [...addresses].map(
        ([address, id]) =>
          `<Relationship Id="rId${id}" Type="${type}" Target="${xmlAttribute(address)}" TargetMode="External"/>`,
      );
      return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`
      );
    },
  };
};
