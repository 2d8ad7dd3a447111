import { deriveId } from "#application/text/derive-id.ts";

/** Id of the repetition: one per failed export, for all agents and attempts. The repetition may be repeated in turn. */
export const deriveRepeatId = (exportId: string): string => deriveId("asked-again-by-support", exportId);
