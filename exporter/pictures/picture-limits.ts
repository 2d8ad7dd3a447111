import type { OutboundLimits } from "#infra/ports/outbound-http.ts";

/** Limits for the pictures of one file (ADR 69). Counted in row order, so that the order of arrival does not matter. */
export type PictureLimits = {
  /** Per file: distinct pictures, times any of them is shown, and bytes of the distinct ones. */
  maxDistinct: number;
  maxShown: number;
  maxBytes: number;
  /** Parallel fetches. */
  maxConcurrent: number;
  /**
   * Total time that the file waits for pictures, ms; later ones stay links. Waiting for one host never takes more than
   * it leaves for the others.
   */
  maxWaitMs: number;
  /** Part of `maxWaitMs` that failing hosts may not use, ms: hosts not asked yet may answer. */
  reservedWaitMs: number;
  /** Time that the file waits for one failing host while waiting only for failing hosts, ms. */
  maxFailingWaitMs: number;
  /** Per picture. */
  perPicture: OutboundLimits;
};

export const pictureLimits: PictureLimits = {
  maxDistinct: 1_000,
  maxShown: 5_000,
  maxBytes: 24e6,
  maxConcurrent: 8,
  maxWaitMs: 240_000,
  reservedWaitMs: 60_000,
  maxFailingWaitMs: 90_000,
  perPicture: { bytes: 1e6, headersMs: 5_000, idleMs: 5_000, wholeMs: 10_000 },
};

/** Side of the square in which a report shows a picture, px. */
export const shownPixels = 60;
/** Width requested from hosts that scale pictures: doubled, for high-resolution screens. */
export const requestedPixels = 2 * shownPixels;
