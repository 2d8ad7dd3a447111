import { escapeHtmlAttribute } from "../markup/escape.ts";
import type { PictureOf } from "./html-cell.ts";

/** Pictures for a writer. `hash`: of the bytes. */
export type ShownPictures = {
  has(address: string): boolean;
  /** Returns a picture and counts one more use; if undefined, keep the link, as uses per file are limited. */
  show(address: string): { readonly kind: string; readonly bytes: Uint8Array; readonly hash: string } | undefined;
};

/** Renders each picture once, as a CSS class. */
export type HtmlPictures = {
  pictureOf: PictureOf;
  /** Styles since the last call; place them before the row that uses them. */
  take(): string;
};

const spanOf = (name: string, address: string): string =>
  `<span class="p ${name}" role="img" aria-label="${escapeHtmlAttribute(address)}"></span>`;

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
