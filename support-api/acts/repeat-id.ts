import { deriveId } from "#application/text/derive-id.ts";

/**
 * Derives the id of the export that repeats a failed one: one per failed export, for all agents and attempts. The
 * repetition may be repeated in turn.
 */
export const deriveRepeatId = (exportId: string): string => deriveId("asked-again-by-support", exportId);
