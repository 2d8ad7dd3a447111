import type { ClaimOptions } from "../work-queue.ts";

/** Creates marks taken before each last claim, by kinds and lanes: loops of one process share the queue. */
export const createClaimMarks = <Mark>() => {
  const marks = new Map<string, Mark>();
  const keyOf = ({ kinds, lanes }: Pick<ClaimOptions, "kinds" | "lanes">): string => `${kinds} ${lanes}`;
  return {
    note: (claim: ClaimOptions, mark: Mark): void => void marks.set(keyOf(claim), mark),
    of: (claims: readonly Pick<ClaimOptions, "kinds" | "lanes">[]): Mark[] =>
      claims.flatMap((claim) => marks.get(keyOf(claim)) ?? []),
  };
};
