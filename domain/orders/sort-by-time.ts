import { compareCodePoints } from "../text/collation.ts";
import { compareIds } from "./parse-id-number.ts";

/**
 * Sorts oldest first, then by id, because the platform guarantees no order. `momentOf`: ISO UTC; items without one come
 * first.
 */
export const sortByTime = <T extends { id: string }>(
  several: readonly T[],
  momentOf: (one: T) => string | null | undefined,
): readonly T[] =>
  several.length < 2
    ? several
    : several.toSorted((a, b) => compareCodePoints(momentOf(a) ?? "", momentOf(b) ?? "") || compareIds(a.id, b.id));
