import { isOwed } from "../retention/job-kinds.ts";

/** False of a job that may only be tried again: the law or the privacy notice promises what it does. */
export const canBeDropped = (kind: string): boolean => !isOwed(kind);
