import type { OutboundLimits } from "#infra/ports/outbound-http.ts";

/** Limits for a file's pictures (ADR 69). Counted in row order, so download order doesn't matter. */
export type PictureLimits = {
  /** Distinct pictures per file. */
  maxDistinct: number;
  /** Cells with a picture per file. */
  maxShown: number;
  /** Bytes of a file's distinct pictures together. */
  maxBytes: number;
  /** Parallel fetches. */
  maxConcurrent: number;
  /** Total wait for pictures, ms; later ones stay links. A host gets at most half of the wait that is left. */
  maxWaitMs: number;
  /** Part of `maxWaitMs` barred to failing hosts, ms: hosts not asked yet may answer. */
  reservedWaitMs: number;
  /** Wait for one failing host while waiting only for failing hosts, ms. */
  maxFailingWaitMs: number;
  /** Idle wait beyond which a file needs a permit of its exporter, ms. */
  freeIdleWaitMs: number;
  /** The same for all its waits. */
  freeWaitMs: number;
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
  freeIdleWaitMs: 10_000,
  freeWaitMs: 60_000,
  perPicture: { bytes: 1e6, headersMs: 5_000, idleMs: 5_000, wholeMs: 10_000 },
};

/** Side of the square an image is fitted into, px. */
export const shownPixels = 60;
/** Width requested from scaling hosts: doubled for high-resolution screens. */
export const requestedPixels = 2 * shownPixels;
