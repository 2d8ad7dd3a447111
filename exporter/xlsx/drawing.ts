import { xmlAttribute } from "#infra/app/writing/markup/escape.ts";
import { shownPixels } from "../pictures/bounds.ts";
import type { Picture } from "../pictures/picture.ts";
import { fittedWords } from "./excel-text.ts";
import { linkAddress, linkRelationship } from "./link-address.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The pictures of a file: each of their bytes is in it once. */
export type Media = {
  /** Its name below `xl/media/`; those of equal bytes share one. */
  nameOf(picture: Picture): string;
  /** Those that were named since this was last asked. */
  take(): ({ name: string } & Pick<Picture, "bytes" | "hash">)[];
  /** Endings of all that were named. */
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

/** Between a picture and the sides of its cell, px; and what a picture takes of a row and of a column. */
export const aroundPicture = 2;
export const pictureRoom = shownPixels + 2 * aroundPicture;
/** In a worksheet, and among its relationships: that it has pictures. */
export const drawingElement = '<drawing r:id="rIdD"/>';
export const drawingRelationship = (n: number): string =>
  `<Relationship Id="rIdD" Type="${office}/drawing" Target="../drawings/drawing${n}.xml"/>`;

/** Points of a row with pictures: 4/3 px each. */
export const pictureRowHeight = (pictureRoom * 3) / 4;

/** The pictures that stand on one worksheet. */
export type SheetDrawing = {
  /** `column` and `row` from 0; `place`: from the left, 0 first. `box`: px of the square in which it is shown whole. */
  add(at: { column: number; row: number; place: number; box: number }, picture: Picture, address: string): void;
  size(): number;
  /** Pictures, each in its cell, as a part of their own, in pieces. */
  elements(): Iterable<string>;
  relationships(): Iterable<string>;
};

/** EMU. */
const perPixel = 9_525;
/** Numbers that are held of each place. */
const perPlace = 8;

/** Offsets and sizes of a picture within its square, px: whole, in the middle, and never larger than it is. */
const fitted = ({ width, height }: Picture, box: number) => {
  const scale = Math.min(1, box / width, box / height);
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  return { wide, high, left: Math.floor((box - wide) / 2), top: Math.floor((box - high) / 2) };
};

/**
 * Held of each picture that stands somewhere: numbers alone. Each is tied to both corners of itself, within one cell: a row that a filter hides hides
 * its picture, and one that is sorted takes it along. A picture leads to its address, if Excel takes that as a link; its words are the address as it is.
 */
export const createSheetDrawing = (media: Media): SheetDrawing => {
  const pictures = new Map<string, number>();
  const addresses = new Map<string, number>();
  const numbers: number[] = [];
  const numberOf = (known: Map<string, number>, key: string): number => {
    const number = known.get(key) ?? known.size + 1;
    known.set(key, number);
    return number;
  };
  const corner = (name: string, column: number, x: number, row: number, y: number): string =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>${x * perPixel}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${y * perPixel}</xdr:rowOff></xdr:${name}>`;
  return {
    add({ column, row, place, box }, picture, address) {
      const { wide, high, left, top } = fitted(picture, box);
      const x = aroundPicture + place * pictureRoom + left;
      numbers.push(column, row, x, aroundPicture + top, wide, high);
      numbers.push(numberOf(pictures, media.nameOf(picture)), numberOf(addresses, address));
    },
    size: () => numbers.length / perPlace,
    *elements() {
      yield `${declaration}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ` +
        `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}">`;
      const named = [...addresses].map(([address, n]) => {
        const link = linkAddress(address) === null ? "" : `<a:hlinkClick r:id="rIdA${n}"/>`;
        return `descr="${xmlAttribute(fittedWords(address))}">${link}`;
      });
      for (let at = 0; at < numbers.length; at += perPlace) {
        const [column = 0, row = 0, x = 0, y = 0, wide = 0, high = 0, picture = 0, address = 0] = numbers.slice(
          at,
          at + perPlace,
        );
        const n = at / perPlace + 1;
        yield `<xdr:twoCellAnchor editAs="twoCell">${corner("from", column, x, row, y)}${corner("to", column, x + wide, row, y + high)}` +
          `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${n + 1}" name="Picture ${n}" ${named[address - 1]}</xdr:cNvPr>` +
          '<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>' +
          `<xdr:blipFill><a:blip r:embed="rId${picture}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
          `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${wide * perPixel}" cy="${high * perPixel}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>` +
          "</xdr:pic><xdr:clientData/></xdr:twoCellAnchor>";
      }
      yield "</xdr:wsDr>";
    },
    *relationships() {
      yield `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`;
      for (const [name, n] of pictures)
        yield `<Relationship Id="rId${n}" Type="${office}/image" Target="../media/${name}"/>`;
      for (const [address, n] of addresses) {
        const link = linkAddress(address);
        if (link !== null) yield linkRelationship(`rIdA${n}`, link);
      }
      yield "</Relationships>";
    },
  };
};
