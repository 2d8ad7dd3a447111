/** Formats that every Excel and browser shows: no WebP, AVIF or SVG. */
export type PictureKind = "png" | "jpeg" | "gif";

/** Format by the picture's own bytes. Sizes in pixels. */
export type PictureFormat = { kind: PictureKind; width: number; height: number };
