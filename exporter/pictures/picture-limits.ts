import type { OutboundLimits } from "#infra/ports/outbound-http.ts";

/** Limits for a file's pictures (ADR 69), counted in row order: download order doesn't matter. */
export type PictureLimits = {
  maxDistinct: number;
  maxShown: number;
  maxBytes: number;
  maxConcurrent: number;
  /** Longest wait of a file; later pictures stay links. A host gets at most half of the wait that is left. */
  maxWaitMs: number;
  /** Part of `maxWaitMs` kept from failing hosts: hosts not asked yet may answer. */
  reservedWaitMs: number;
  /** Longest wait for one failing host while waiting only for failing hosts. */
  maxFailingWaitMs: number;
  /** Idle wait beyond which a file needs a permit of its exporter. */
  freeIdleWaitMs: number;
  /** Total wait beyond which a file needs that permit. */
  freeWaitMs: number;
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

/** Side of the square that pictures are fitted into, px. */
export const shownPixels = 60;
/** Width requested from scaling hosts, px: doubled for high-resolution screens. */
export const requestedPixels = 2 * shownPixels;
