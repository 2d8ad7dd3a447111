import { htmlAttribute } from "../markup/escape.ts";
import type { PictureOf } from "./html-cell.ts";

/** What a writer shows pictures by; `hash`: of the bytes, equal for equal ones. */
export type ShownPictures = {
  /** Whether a picture was found there. */
  has(address: string): boolean;
  /** The picture for one more place in which it stands: a file has so many. undefined: it stays a link. */
  show(address: string): { readonly kind: string; readonly bytes: Uint8Array; readonly hash: string } | undefined;
};

/** The pictures of a page, within it: each is there once, as a class of style that every place of it names. */
export type HtmlPictures = {
  pictureOf: PictureOf;
  /** The styles of those that were named first since this was last asked: they stand before the row that does. */
  take(): string;
};

const spanOf = (name: string, address: string): string =>
  `<span class="p ${name}" role="img" aria-label="${htmlAttribute(address)}"></span>`;

export const createHtmlPictures = (pictures: ShownPictures): HtmlPictures => {
  const classes = new Map<string, string>();
  let fresh = "";
  return {
    pictureOf(address) {
      const picture = pictures.show(address);
      if (picture === undefined) return undefined;
      const known = classes.get(picture.hash);
      if (known !== undefined) return spanOf(known, address);
      const name = `p${classes.size + 1}`;
      classes.set(picture.hash, name);
      const { buffer, byteOffset, byteLength } = picture.bytes;
      const data = Buffer.from(buffer, byteOffset, byteLength).toString("base64");
      fresh += `<style>.${name}{background-image:url(data:image/${picture.kind};base64,${data})}</style>\n`;
      return spanOf(name, address);
    },
    take() {
      const styles = fresh;
      fresh = "";
      return styles;
    },
  };
};
