/** Where the places of a shop are, by its tenant. */
export const placesPrefix = "exports-let-in:";

/** An export that was let in; `since`: wall time. What is among them has ended or not: only its stream tells. */
export type Place = { exportId: string; since: string };
