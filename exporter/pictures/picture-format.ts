/** Formats that every version of Excel and every browser shows. Excludes WebP, AVIF and SVG. */
export type PictureKind = "png" | "jpeg" | "gif";

/** Format and size in pixels, from the picture's own bytes. */
export type PictureFormat = { kind: PictureKind; width: number; height: number };
