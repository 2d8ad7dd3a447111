/** What Excel of any age and every browser shows. WebP, AVIF and SVG are not among it. */
export type PictureKind = "png" | "jpeg" | "gif";

/** Kind and size of a picture, in pixels, as its own bytes say. */
export type Found = { kind: PictureKind; width: number; height: number };
