import type { OutBounds } from "#infra/ports/http-out.ts";

/** What pictures of one file may take (ADR 69). Counted in the order of rows, so that the same pictures are in the file whichever comes first. */
export type PictureBounds = {
  /** Of the file: different ones, how often any of them is shown, and bytes of the different ones. */
  distinct: number;
  shown: number;
  bytes: number;
  /** Fetched at the same time. */
  atOnce: number;
  /** ms that the file waits for pictures in all, later ones stay links; for one host no longer than is then left for the others. */
  waits: number;
  /** ms of them that no failing host may use: a host that nobody has asked yet may answer. */
  reserve: number;
  /** ms for which it waits for one host that fails, while it waits for nothing but such hosts. */
  patience: number;
  /** Of each. */
  each: OutBounds;
};

export const pictureBounds: PictureBounds = {
  distinct: 1_000,
  shown: 5_000,
  bytes: 24e6,
  atOnce: 8,
  waits: 240_000,
  reserve: 60_000,
  patience: 90_000,
  each: { bytes: 1e6, headersMs: 5_000, idleMs: 5_000, wholeMs: 10_000 },
};

/** Pixels of the sides of the square in which a report shows a picture. */
export const shownPixels = 60;
/** What is asked of an address that makes pictures in any width: twice of it, for screens that are finer. */
export const askedPixels = 2 * shownPixels;
/** Of one cell; of more addresses the first are shown. In Excel they stand side by side, in a page below each other, too. */
export const picturesInCell = { excel: 4, html: 12 };
