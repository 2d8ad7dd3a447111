import type { ShownPictures } from "../pictures/pictures-of-file.ts";

/** The pictures of a page, within it: each is there once, as a class of style that every place of it names. */
export type HtmlPictures = {
  /** Of the picture at an address; undefined: it is a link. */
  classOf(address: string): string | undefined;
  /** The styles of those that were named first since this was last asked: they stand before the row that does. */
  take(): string;
};

export const createHtmlPictures = (pictures: ShownPictures): HtmlPictures => {
  const classes = new Map<string, string>();
  let fresh = "";
  return {
    classOf(address) {
      const picture = pictures.show(address);
      if (picture === undefined) return undefined;
      const known = classes.get(picture.hash);
      if (known !== undefined) return known;
      const name = `p${classes.size + 1}`;
      classes.set(picture.hash, name);
      const { buffer, byteOffset, byteLength } = picture.bytes;
      const data = Buffer.from(buffer, byteOffset, byteLength).toString("base64");
      fresh += `<style>.${name}{background-image:url(data:image/${picture.kind};base64,${data})}</style>\n`;
      return name;
    },
    take() {
      const styles = fresh;
      fresh = "";
      return styles;
    },
  };
};
