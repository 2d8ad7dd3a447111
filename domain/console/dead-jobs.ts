import { isLegallyRequired } from "../retention/job-kinds.ts";

/** False for jobs that law or the privacy notice requires: they may only be retried. */
export const canBeDropped = (kind: string): boolean => !isLegallyRequired(kind);
