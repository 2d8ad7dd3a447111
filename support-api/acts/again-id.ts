import { deriveId } from "#application/text/derive-id.ts";

/**
 * The export that comes of asking for a failed one again: one of each, whoever of support asks, and however often. What comes of it may be asked for
 * again in its turn.
 */
export const againIdOf = (exportId: string): string => deriveId("asked-again-by-support", exportId);
