import type { Clock } from "#infra/ports/clock.ts";
import { invalid } from "../http/api-error.ts";

/** A step looks at files for so long, and then at none more, ms: the call is over long before a person's patience is. */
const lookFor = 1_000;
/** And finds so many at most: an answer stays one that a browser reads in a moment. */
const findAtMost = 200;

/** `looked`: how many were looked at so far; `continuation`: to go on with, null when all were. */
export type Step<Found> = { found: Found[]; looked: number; of: number; continuation: string | null };

type Looked = { exportId: string; requestedAt: string };

/** An export's place in the list, in text that is compared: newest first. */
const placeOf = ({ requestedAt, exportId }: Looked): string => `${requestedAt} ${exportId}`;
const shape = /^\S+ \S+$/;

/**
 * Looks at exports, the newest first, from where the step before ended. What is requested between two steps is newer than all of
 * them, and not looked at; what is forgotten between them is not missed.
 * @throws {ApiError} 400: not what a step answered
 */
export const openSteps =
  ({ steady }: Pick<Clock, "steady">, signal: AbortSignal) =>
  async <One extends Looked, Found>(
    all: readonly One[],
    continuation: string | null,
    look: (one: One) => Promise<readonly Found[]>,
  ): Promise<Step<Found>> => {
    if (continuation !== null && !shape.test(continuation))
      throw invalid("This search can't be continued. Start it again.");
    const begun = steady();
    const from = continuation === null ? 0 : all.findIndex((one) => placeOf(one) < continuation);
    const start = from < 0 ? all.length : from;
    const found: Found[] = [];
    let at = start;
    for (; at < all.length; at += 1) {
      signal.throwIfAborted();
      // At least one, so that every step gets on.
      if (at > start && (steady() - begun >= lookFor || found.length >= findAtMost)) break;
      const one = all[at];
      if (one) found.push(...(await look(one)));
    }
    const last = all[at - 1];
    const more = at < all.length && last !== undefined;
    return { found, looked: at, of: all.length, continuation: more ? placeOf(last) : null };
  };
