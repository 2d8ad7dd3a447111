import { deriveId } from "#application/text/derive-id.ts";

/** One repetition per failed export, for all agents and attempts. It may be repeated in turn. */
export const deriveRepeatId = (exportId: string): string => deriveId("asked-again-by-support", exportId);
