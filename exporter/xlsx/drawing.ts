import { escapeXmlAttribute } from "#application/writing/markup/escape.ts";
import type { Picture } from "../pictures/picture.ts";
import { shownPixels } from "../pictures/picture-limits.ts";
import { fitAltText } from "./excel-text.ts";
import { type LinkAddress, linkAddress, linkRelationship } from "./link-address.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A file's pictures; equal bytes are stored once. */
export type Media = {
  /** Name below `xl/media/`. */
  nameOf(picture: Picture): string;
  /** Returns pictures named since the last call. */
  take(): ({ name: string } & Pick<Picture, "bytes" | "hash">)[];
  kinds(): string[];
};

export const createMedia = (): Media => {
  const names = new Map<string, string>();
  const kinds = new Set<string>();
  let fresh: ReturnType<Media["take"]> = [];
  return {
    nameOf(picture) {
      const known = names.get(picture.hash);
      if (known !== undefined) return known;
      const name = `image${names.size + 1}.${picture.kind}`;
      names.set(picture.hash, name);
      kinds.add(picture.kind);
      fresh.push({ name, bytes: picture.bytes, hash: picture.hash });
      return name;
    },
    take() {
      const taken = fresh;
      fresh = [];
      return taken;
    },
    kinds: () => [...kinds].sort(),
  };
};

/** Padding in a row or column, px. */
export const picturePadding = 2;
export const pictureSpace = shownPixels + 2 * picturePadding;
/** Links a worksheet to its drawing. */
export const drawingElement = '<drawing r:id="rIdD"/>';
export const drawingRelationship = (n: number): string =>
  `<Relationship Id="rIdD" Type="${office}/drawing" Target="../drawings/drawing${n}.xml"/>`;

/** Height of a row with pictures, points (4/3 px each). */
export const pictureRowHeight = (pictureSpace * 3) / 4;

export type SheetDrawing = {
  /** `column`, `row` and `position` (from the left) count from 0. `box`: side of its square, px. */
  add(at: { column: number; row: number; position: number; box: number }, picture: Picture, address: string): void;
  size(): number;
  elements(): Iterable<string>;
  relationships(): Iterable<string>;
};

/** EMU per pixel. */
const perPixel = 9_525;
const numbersPerPicture = 6;

/** Fits a picture into its square, px: whole, centered, never enlarged. */
const fitted = ({ width, height }: Picture, box: number) => {
  const scale = Math.min(1, box / width, box / height);
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  return { wide, high, left: Math.floor((box - wide) / 2), top: Math.floor((box - high) / 2) };
};

type Described = { altText: string; link: LinkAddress | null };

/**
 * Anchors each picture in a cell, so that filters hide it and sorting moves it. The address is its alternative text,
 * and its link if Excel accepts it. Each has its own relationships, as links do (links.ts).
 */
export const createSheetDrawing = (media: Media): SheetDrawing => {
  const numbers: number[] = [];
  const files: string[] = [];
  const described: Described[] = [];
  const known = new Map<string, Described>();
  const describe = (address: string): Described => {
    const one = known.get(address) ?? { altText: escapeXmlAttribute(fitAltText(address)), link: linkAddress(address) };
    known.set(address, one);
    return one;
  };
  const corner = (name: string, column: number, x: number, row: number, y: number): string =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>${x * perPixel}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${y * perPixel}</xdr:rowOff></xdr:${name}>`;
  return {
    add({ column, row, position, box }, picture, address) {
      const { wide, high, left, top } = fitted(picture, box);
      const x = picturePadding + position * pictureSpace + left;
      numbers.push(column, row, x, picturePadding + top, wide, high);
      files.push(media.nameOf(picture));
      described.push(describe(address));
    },
    size: () => files.length,
    *elements() {
      yield `${declaration}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ` +
        `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}">`;
      for (const [at, { altText, link }] of described.entries()) {
        const anchor = numbers.slice(at * numbersPerPicture, (at + 1) * numbersPerPicture);
        const [column = 0, row = 0, x = 0, y = 0, wide = 0, high = 0] = anchor;
        const n = at + 1;
        const click = link === null ? "" : `<a:hlinkClick r:id="rIdA${n}"/>`;
        yield `<xdr:twoCellAnchor editAs="twoCell">${corner("from", column, x, row, y)}${corner("to", column, x + wide, row, y + high)}` +
          `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${n + 1}" name="Picture ${n}" descr="${altText}">${click}</xdr:cNvPr>` +
          '<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>' +
          `<xdr:blipFill><a:blip r:embed="rId${n}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
          `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${wide * perPixel}" cy="${high * perPixel}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>` +
          "</xdr:pic><xdr:clientData/></xdr:twoCellAnchor>";
      }
      yield "</xdr:wsDr>";
    },
    *relationships() {
      yield `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`;
      for (const [at, { link }] of described.entries()) {
        yield `<Relationship Id="rId${at + 1}" Type="${office}/image" Target="../media/${files[at]}"/>`;
        if (link !== null) yield linkRelationship(`rIdA${at + 1}`, link);
      }
      yield "</Relationships>";
    },
  };
};
