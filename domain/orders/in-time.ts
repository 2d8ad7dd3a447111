import { compareCodePoints } from "../text/collation.ts";
import { compareIds } from "./id-number.ts";

/**
 * What an order has several of, oldest first, those of one moment by their ids: the platform promises no order. `momentOf` answers an ISO
 * instant in UTC; one without stands first.
 */
export const inTime = <T extends { id: string }>(
  several: readonly T[],
  momentOf: (one: T) => string | null | undefined,
): readonly T[] =>
  several.length < 2
    ? several
    : several.toSorted((a, b) => compareCodePoints(momentOf(a) ?? "", momentOf(b) ?? "") || compareIds(a.id, b.id));
