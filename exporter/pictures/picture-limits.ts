import type { OutboundLimits } from "#infra/ports/outbound-http.ts";

/** Limits for a file's pictures (ADR 69), counted in row order: download order doesn't matter. */
export type PictureLimits = {
  maxDistinct: number;
  maxShown: number;
  maxBytes: number;
  maxConcurrent: number;
  /** Wait without a picture that a file's hosts share, ms. Each gets half of what the others leave. */
  patienceMs: number;
  /** Longest wait of a file, ms: each of many hosts may take one timeout. */
  maxWaitMs: number;
  /** Wait beyond which a file needs a permit of its exporter, ms; without one, it ends after twice as long. */
  freeWaitMs: number;
  perPicture: OutboundLimits;
};

export const pictureLimits: PictureLimits = {
  maxDistinct: 1_000,
  maxShown: 5_000,
  maxBytes: 24e6,
  maxConcurrent: 8,
  patienceMs: 120_000,
  maxWaitMs: 240_000,
  freeWaitMs: 30_000,
  perPicture: { bytes: 1e6, headersMs: 5_000, idleMs: 5_000, wholeMs: 10_000 },
};

/** Side of the square that pictures are fitted into, px. */
export const shownPixels = 60;
/** Width requested from scaling hosts, px: doubled for high-resolution screens. */
export const requestedPixels = 2 * shownPixels;
