import type { Clock } from "#infra/ports/clock.ts";
import { badRequest } from "../http/api-error.ts";

/** Longest step, ms, well below a person's patience. */
const stepTimeout = 1_000;
/** Results per step, so that browsers get small responses. */
const maxFound = 200;

export type ScanStep<Found> = {
  found: Found[];
  /** Exports examined so far. */
  looked: number;
  of: number;
  /** Value for the next step; null when done. */
  continuation: string | null;
};

type ScannedExport = { exportId: string; requestedAt: string };

/** Sort key, newest first. */
const placeOf = ({ requestedAt, exportId }: ScannedExport): string => `${requestedAt} ${exportId}`;
const shape = /^\S+ \S+$/;

/**
 * Scans exports newest first, from the end of the last step. Skips exports requested since, which are newer.
 * @throws {ApiError} 400: invalid continuation
 */
export const createExportScan =
  ({ steady }: Pick<Clock, "steady">, signal: AbortSignal) =>
  async <One extends ScannedExport, Found>(
    all: readonly One[],
    continuation: string | null,
    look: (one: One) => Promise<readonly Found[]>,
  ): Promise<ScanStep<Found>> => {
    if (continuation !== null && !shape.test(continuation))
      throw badRequest("This search can't be continued. Start it again.");
    const begun = steady();
    const from = continuation === null ? 0 : all.findIndex((one) => placeOf(one) < continuation);
    const start = from < 0 ? all.length : from;
    const matches: Found[] = [];
    let cursor = start;
    for (; cursor < all.length; cursor += 1) {
      signal.throwIfAborted();
      // Every step makes progress.
      if (cursor > start && (steady() - begun >= stepTimeout || matches.length >= maxFound)) break;
      const one = all[cursor];
      if (one) matches.push(...(await look(one)));
    }
    const last = all[cursor - 1];
    const more = cursor < all.length && last !== undefined;
    return { found: matches, looked: cursor, of: all.length, continuation: more ? placeOf(last) : null };
  };
